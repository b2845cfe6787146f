import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { RuleKeywords } from "../../observed.ts";
import { describeRejection, isFormRejected } from "../rejections/read-trial.ts";
import { isSamePlace } from "../rejections/repairs.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";
import { isConflict } from "./measure-limits.ts";
import type { Sources } from "./measure-words.ts";

/** Values of each kind, to find out which kinds a property accepts. */
export const KINDS: readonly (readonly [
	kind: string,
	create: () => unknown,
])[] = [
	["a text", uniqueWord],
	["an empty text", () => ""],
	["a number", () => 5],
	["a boolean", () => true],
	["null", () => null],
	["an object", () => ({ understudy: 1 })],
	["an array", () => [1]],
	["an array of texts", () => ["understudy"]],
	["a number as a text", () => "5"],
	["a boolean as a text", () => "true"],
	["an array of texts as a text", () => '["understudy"]'],
];

/** The types of the kinds, as a schema names them. */
const TYPES: readonly (readonly [kind: RegExp, type: string])[] = [
	[/^(a|an empty) text$/, "string"],
	[/^a number$/, "number"],
	[/^a boolean$/, "boolean"],
	[/^null$/, "null"],
	[/^(an|the) object/, "object"],
	[/^an array/, "array"],
];

/** Returns the keywords of a schema that takes values of these kinds only. */
function describeKinds(kinds: readonly string[]): RuleKeywords {
	const types = TYPES.flatMap(([kind, type]) =>
		kinds.some((each) => kind.test(each)) ? [type] : [],
	);
	const isOfTexts =
		kinds.includes("an array of texts") && !kinds.includes("an array");
	return {
		type: types.length === 1 ? types[0] : types,
		...(types.includes("string") &&
			!kinds.includes("an empty text") && { minLength: 1 }),
		...(isOfTexts && { items: { type: "string" } }),
	};
}

/** What comes before the rest of an id. */
export const PREFIX: RegExp = /^[a-z]{2,}[_-](?=\w{8})/;
const OTHER_URLS = ["http://", "ftp://", "ftps://", "ws://", "mailto:a@"].map(
	(each) => `${each}example.com`,
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const MIN_ID_LENGTH = 12;
const LARGE = 2_147_483_646;

/** Returns an id of the same form that no record has; undefined if the property probably has no id. */
function createOtherId(
	name: string,
	like: unknown,
	taken: readonly string[],
	isRecord: Sources["isRecord"],
): unknown {
	const isNumber = typeof like === "number" || taken.includes("a number");
	const isNamed = /id$/i.test(name) || isRecord(like, name);
	if (isNamed && isNumber && !taken.includes("a text")) return LARGE;
	const isId =
		typeof like === "string" &&
		(UUID.test(like) || (like.length >= MIN_ID_LENGTH && /\d/.test(like)));
	if (!isId) return undefined;
	const end = like
		.slice(-MIN_ID_LENGTH)
		.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`);
	return like.slice(0, -MIN_ID_LENGTH) + end;
}

/** Finds whether the value must be the id of a record. Returns whether the service takes such an id. */
async function measureId(
	{ at, rules, tryValue }: Trier,
	name: string,
	like: unknown,
	taken: readonly string[],
	isRecord: Sources["isRecord"],
): Promise<boolean> {
	const other = createOtherId(name, like, taken, isRecord);
	const tried = other === undefined ? undefined : await tryValue(name, other);
	if (!tried || tried.isTaken || !isFormRejected(tried.response)) return false;
	const same = await tryValue(name, like);
	// The service rejects the property, whatever its value is.
	if (same?.response.status === tried.response.status) return false;
	rules.push({
		...{ at: [...at, name], example: tried, expected: "any value" },
		actual: `only ids of records, others are rejected with ${describeRejection(tried.response)}`,
	});
	return same?.isTaken === true;
}

/** Which values a property takes. */
export interface Kinds {
	/** The kinds that it takes. */
	readonly taken: readonly string[];
	/** Whether it takes some texts only. */
	readonly isChoice: boolean;
	/** Whether the service knows it, because it takes some values and rejects others. */
	readonly isKnown: boolean;
	/** Whether it takes the ids of records, and no others. */
	readonly isReference: boolean;
}

/** What is known of a property that the service may ignore. */
const UNKNOWN: Kinds = {
	...{ taken: [], isChoice: false, isKnown: false, isReference: false },
};

/** The beginning of a rule about the kinds of values. */
const ONLY = "only values like";

/** Finds the accepted kinds of values for properties that the document lacks, or that allow any value. */
export async function measureKinds(
	trier: Trier,
	name: string,
	like: unknown,
	isReturned: boolean,
	isRecord: Sources["isRecord"],
): Promise<Kinds> {
	const { at, rules, own, record, tryValue, readEcho } = trier;
	const sent = own[name];
	const kinds = isObject(sent)
		? [...KINDS, [`the object ${JSON.stringify(sent)}`, () => sent] as const]
		: KINDS;
	const taken: string[] = [];
	const changed: string[] = [];
	let sentKinds = 0;
	/** Whether the property always comes back as without it. */
	let isIgnored = sent === undefined;
	let changing: MeasuredRule["example"] | undefined;
	let dropping: MeasuredRule["example"] | undefined;
	let rejecting: MeasuredRule["example"] | undefined;
	for (const [kind, createValue] of kinds) {
		const [inner, outer] = kind.split(" as ");
		// Only if it takes the kind itself, and not any text.
		if (outer && (taken.includes(outer) || !taken.includes(`${inner}`)))
			continue;
		const value = createValue();
		const tried = await tryValue(name, value);
		if (!tried) return { ...UNKNOWN, taken };
		sentKinds += 1;
		if (tried.isTaken) taken.push(kind);
		// A conflict is about the state of a record.
		else if (tried.response.status < 500 && !isConflict(tried))
			rejecting ??= tried;
		const echo = tried.isTaken ? Object.entries(readEcho(tried)) : [];
		// A service may ignore the case of names.
		const [, returned] =
			echo.find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
		if (returned === undefined && tried.isTaken && value !== null)
			dropping = tried;
		if (tried.isTaken && !isDeepStrictEqual(returned, record[name]))
			isIgnored = false;
		if (returned === undefined || isDeepStrictEqual(returned, value)) continue;
		if (outer) continue;
		changed.push(`${kind} as ${JSON.stringify(returned)}`);
		changing ??= tried;
	}
	// A value that the service generates always differs, and one that it ignores is always the same.
	if (changing && !(isIgnored && !rejecting) && changed.length < sentKinds)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: changed.join(", "), example: changing },
		});
	else if (dropping && isReturned)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: "does not come back", example: dropping },
		});
	const isReference = await measureId(trier, name, like, taken, isRecord);
	if (!rejecting) return { ...UNKNOWN, taken };
	const isChoice =
		typeof like === "string" && !taken.includes("a text") && like !== "";
	const same = isChoice ? await tryValue(name, like) : undefined;
	const text = isReference
		? "the id of a record"
		: `the text ${JSON.stringify(like)}`;
	const some = same?.isTaken ? [text] : [];
	const [prefix] = isChoice ? (PREFIX.exec(like) ?? []) : [];
	const isOfUuid = isChoice && UUID.test(like);
	const other = isOfUuid
		? crypto.randomUUID()
		: prefix && prefix + uniqueWord();
	const id = other ? await tryValue(name, other) : undefined;
	if (id && (id.isTaken || id.response.status !== rejecting.response.status)) {
		// The text that is a UUID itself.
		if (isOfUuid) some.pop();
		some.unshift(isOfUuid ? "a UUID" : `a text that starts with ${prefix}`);
	}
	if (isChoice && /^https?:/.test(like))
		for (const url of OTHER_URLS)
			if ((await tryValue(name, url))?.isTaken)
				some.push(`the text ${JSON.stringify(url)}`);
	const others = taken.filter(
		(each) =>
			!(each === "an array of texts" && taken.includes("an array")) &&
			!(each.startsWith("the object ") && taken.includes("an object")),
	);
	// If only null is taken, the property probably depends on another one.
	if (some.length === 0 && others.every((each) => each === "null"))
		return { ...UNKNOWN, taken, isChoice };
	rules.push({
		...{ at: [...at, name], expected: "any value", example: rejecting },
		...(some.length === 0 && { keywords: describeKinds(others) }),
		actual: `${ONLY} ${[...some, ...others].join(", ")}`,
	});
	return { taken, isChoice, isKnown: true, isReference };
}

/** Words and numbers that some services take as booleans. */
export const BOOLEANS: readonly unknown[] = [
	...["yes", "no", "on", "off", "1", "0", "t", "f"],
	...["TRUE", "FALSE", "tRUE", 1, 0],
];

/** Finds the words and numbers that a boolean property takes, too. */
export async function measureBooleans(
	{ at, rules, tryValue, readEcho }: Trier,
	name: string,
	taken: readonly string[],
): Promise<void> {
	if (taken.includes("a text")) return;
	const isStrict = !taken.some((each) => /number|as a text/.test(each));
	if (isStrict && !(await tryValue(name, 1))?.isTaken) return;
	let example: MeasuredRule["example"] | undefined;
	const words: string[] = [];
	const found: string[] = [];
	for (const value of BOOLEANS) {
		const tried = await tryValue(name, value);
		if (!tried?.isTaken) continue;
		const echo = readEcho(tried)[name];
		const as = typeof echo === "boolean" ? ` as ${echo}` : "";
		words.push(JSON.stringify(value));
		found.push(`${JSON.stringify(value)}${as}`);
		example = tried;
	}
	if (!example) return;
	const place = [...at, name];
	const index = rules.findIndex(
		(each) => isSamePlace(each.at, place) && each.actual.startsWith(ONLY),
	);
	const kinds = rules[index];
	if (kinds)
		rules[index] = { ...kinds, actual: [kinds.actual, ...words].join(", ") };
	rules.push({
		...{ at: place, expected: "only true and false", example },
		actual: `also ${found.join(", ")}`,
	});
}
