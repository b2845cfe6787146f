import { isDeepStrictEqual } from "node:util";
import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { OutgoingRequest, ProviderResponse } from "../../contract.ts";
import type { RuleKeywords } from "../../observed.ts";
import { isFormRejected, readTrial } from "../rejections/read-trial.ts";
import type { Repair } from "../rejections/repairs.ts";
import {
	createTrier,
	enterProperty,
	type MeasuredRule,
	type Measurement,
	type Trier,
	type Values,
} from "./create-trier.ts";
import { measureProblems } from "./measure-characters.ts";
import { measureChoices } from "./measure-choices.ts";
import {
	measureItems,
	measureLength,
	measureRange,
	measureSize,
} from "./measure-limits.ts";

/** Values of each kind, to find out which kinds a property accepts. */
const KINDS: readonly (readonly [kind: string, create: () => unknown])[] = [
	["a text", uniqueWord],
	["an empty text", () => ""],
	["a number", () => 5],
	["a boolean", () => true],
	["null", () => null],
	["an object", () => ({ understudy: 1 })],
	["an array", () => [1]],
	["an array of texts", () => ["understudy"]],
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

/** Finds another name under which the service accepts an object that it drops or rejects under the documented name. */
async function findRename(
	{ at, documented, record, repairs, readEcho, sentName, tryValue }: Trier,
	name: string,
	value: Values,
): Promise<(MeasuredRule["example"] & { readonly body: unknown }) | undefined> {
	const kept = await tryValue(name, value);
	if (!kept || isDeepStrictEqual(readEcho(kept)[name], value)) return undefined;
	const values = [value, mapValues(value, String)];
	const names = Object.keys(record).filter(
		(each) => !documented.map(sentName).includes(each),
	);
	for (const [other, sent] of names.flatMap((each) =>
		values.map((sent) => [each, sent] as const),
	)) {
		const tried = await tryValue(other, sent);
		if (!tried?.isTaken || !isDeepStrictEqual(readEcho(tried)[other], sent))
			continue;
		const index = repairs.findIndex(
			(each) => each.kind === "remove" && each.name === name,
		);
		const repair: Repair = { kind: "rename", at, name, to: other };
		repairs.splice(
			...([index < 0 ? repairs.length : index, 1, repair] as const),
		);
		return { ...tried, body: tryParseJson(`${tried.request.body}`) };
	}
	return undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const MIN_ID_LENGTH = 12;
const LARGE = 2_147_483_646;

/** Returns an id of the same form that no record has; undefined if the property probably has no id. */
function createOtherId(
	name: string,
	like: unknown,
	taken: readonly string[],
): unknown {
	const isNumber = typeof like === "number" || taken.includes("a number");
	if (/id$/i.test(name) && isNumber && !taken.includes("a text")) return LARGE;
	const isId =
		typeof like === "string" &&
		(UUID.test(like) || (like.length >= MIN_ID_LENGTH && /\d/.test(like)));
	if (!isId) return undefined;
	const end = like
		.slice(-MIN_ID_LENGTH)
		.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`);
	return like.slice(0, -MIN_ID_LENGTH) + end;
}

/** Finds whether the value must be the id of a record. */
async function measureId(
	{ at, rules, tryValue }: Trier,
	name: string,
	like: unknown,
	taken: readonly string[],
): Promise<void> {
	const other = createOtherId(name, like, taken);
	const tried = other === undefined ? undefined : await tryValue(name, other);
	if (!tried || tried.isTaken || !isFormRejected(tried.response)) return;
	const { status } = tried.response;
	const same = await tryValue(name, like);
	// The service rejects the property, whatever its value is.
	if (same?.response.status === status) return;
	const [complaint] = readTrial([], {}, tried.response).complaints;
	const said = complaint ? ` (${complaint.text})` : "";
	rules.push({
		...{ at: [...at, name], example: tried, expected: "any value" },
		actual: `only ids of records, others are rejected with ${status}${said}`,
	});
}

/**
 * Finds the accepted kinds of values for properties that the document lacks, or that allow any value.
 * @returns whether the property takes some texts only
 */
async function measureKinds(
	trier: Trier,
	name: string,
	like: unknown,
	isReturned: boolean,
): Promise<boolean> {
	const { at, rules, own, tryValue, readEcho } = trier;
	const sent = own[name];
	const kinds = isObject(sent)
		? [...KINDS, [`the object ${JSON.stringify(sent)}`, () => sent] as const]
		: KINDS;
	const taken: string[] = [];
	const changed: string[] = [];
	let sentKinds = 0;
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
		if (!tried) return false;
		sentKinds += 1;
		if (tried.isTaken) taken.push(kind);
		else if (tried.response.status < 500) rejecting ??= tried;
		const echo = tried.isTaken ? Object.entries(readEcho(tried)) : [];
		// A service may ignore the case of names.
		const [, returned] =
			echo.find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
		if (returned === undefined && tried.isTaken && value !== null)
			dropping = tried;
		if (returned === undefined || isDeepStrictEqual(returned, value)) continue;
		if (outer) continue;
		changed.push(`${kind} as ${JSON.stringify(returned)}`);
		changing ??= tried;
	}
	// A value that the service generates always differs.
	if (changing && changed.length < sentKinds)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: changed.join(", "), example: changing },
		});
	else if (dropping && isReturned)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: "does not come back", example: dropping },
		});
	await measureId(trier, name, like, taken);
	if (!rejecting) return false;
	const isChoice =
		typeof like === "string" && !taken.includes("a text") && like !== "";
	const same = isChoice ? await tryValue(name, like) : undefined;
	const some = same?.isTaken ? [`the text ${JSON.stringify(like)}`] : [];
	const others = taken.filter(
		(each) =>
			!(each === "an array of texts" && taken.includes("an array")) &&
			!(each.startsWith("the object ") && taken.includes("an object")),
	);
	// If only null is taken, the property probably depends on another one.
	if (some.length === 0 && others.every((each) => each === "null"))
		return isChoice;
	rules.push({
		...{ at: [...at, name], expected: "any value", example: rejecting },
		...(some.length === 0 && { keywords: describeKinds(others) }),
		actual: `only values like ${[...some, ...others].join(", ")}`,
	});
	return isChoice;
}

/** The learnt form of an operation's body. */
export interface LearntBody {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts a body of this form. If not, it requires the form all the same. */
	readonly isAccepted: boolean;
	/** An exchange with such a body. */
	readonly exchange: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
		/** The body of the request, parsed from JSON. */
		readonly body: unknown;
	};
}

/** The results of measuring an operation. */
interface Measured {
	readonly rules: readonly MeasuredRule[];
	/** The repairs of its bodies, with names that were found because responses repeat them. */
	readonly repairs: readonly Repair[];
	/** An exchange with such a name. */
	readonly accepted: LearntBody["exchange"] | undefined;
}

const TIME_OR_ID =
	/^\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/i;
/** The maximum number of undocumented properties that are measured. */
const MAX_PROPERTIES = 10;

/** Measures which requests an operation accepts: kinds of values, lengths, numbers of items, depth and size. */
export async function measureRules(
	measurement: Measurement,
): Promise<Measured> {
	const trier = await createTrier(measurement);
	if (!trier)
		return { rules: [], repairs: measurement.repairs, accepted: undefined };
	const { operation, own, record, documented, sentName } = trier;
	const written: Values = Object(measurement.createBody());
	const isGenerated = (name: string): boolean =>
		/^_*id$/i.test(name) || TIME_OR_ID.test(`${record[name]}`);
	const optional = Object.entries(Object(operation.example.body)).flatMap(
		([name, value]) =>
			isObject(value) && !documented.includes(name)
				? [[name, value] as const]
				: [],
	);
	let accepted: LearntBody["exchange"] | undefined;
	for (const [name, value] of optional)
		accepted = (await findRename(trier, name, value)) ?? accepted;
	const known = documented.map((each) => sentName(each).toLowerCase());
	const names = Object.keys({ ...own, ...record })
		.filter(
			(name) =>
				!known.includes(name.toLowerCase()) && !documented.includes(name),
		)
		.filter((name) => name in own || !isGenerated(name));
	// A service may ignore the case of names.
	const unknown = [
		...new Map(
			[...optional.map(([name]) => sentName(name)), ...names.toReversed()].map(
				(name) => [name.toLowerCase(), name],
			),
		).values(),
	].slice(0, MAX_PROPERTIES);
	const returned = optional
		.filter(([name]) => measurement.isReturned(name))
		.map(([name]) => sentName(name));
	const sources = {
		...{ describedAs: () => [], fresh: () => undefined },
		shown: () => [],
		...measurement,
	};
	for (const name of unknown) {
		const like = own[name] ?? record[name];
		const isChoice = await measureKinds(
			...([trier, name, like, returned.includes(name)] as const),
		);
		if (isChoice) await measureChoices(trier, name, sources);
	}
	const chosen = documented.map(sentName).filter((name) =>
		trier.repairs.some(
			(each) =>
				each.kind === "set" &&
				each.name === name &&
				typeof own[name] === "string" &&
				// Other repairs change the spelling of a text.
				each.make("one") === each.make("other"),
		),
	);
	for (const name of chosen) await measureChoices(trier, name, sources);
	const isText = (value: unknown): boolean =>
		typeof value === "string" || value === null;
	const texts = [
		...documented.filter((name) => isText(written[name])),
		...unknown.filter((name) => isText(own[name] ?? record[name])),
	];
	for (const name of texts) await measureLength(trier, name);
	for (const name of Object.keys(own)) {
		await measureRange(trier, name);
		const inner = enterProperty(trier, name);
		for (const [each, value] of Object.entries(inner?.own ?? {})) {
			if (!inner) continue;
			if (isText(value)) await measureLength(inner, each);
			await measureRange(inner, each);
		}
	}
	for (const name of documented)
		if (Array.isArray(written[name])) await measureItems(trier, name);
	await measureProblems(trier, [...Object.keys(own), ...unknown]);
	await measureSize(trier);
	return { rules: trier.rules, repairs: trier.repairs, accepted };
}
