import { OTHERS, type RuleKeywords } from "../../observed.ts";
import { describeRejection } from "../rejections/describe-rejection.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import { UUID } from "../values/guess-values.ts";
import { changeId } from "../values/record-values.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";
import type { Sources } from "./measure-words.ts";
import { type Outcomes, SAME_OBJECT, TEXTS, tryKinds } from "./try-kinds.ts";

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
	return changeId(like);
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
		actual: `only ids of records, others are rejected with ${describeRejection(tried)}`,
	});
	return same?.isTaken === true;
}

/** The types of the kinds, as a schema names them. */
const TYPES: readonly (readonly [kind: RegExp, type: string])[] = [
	[/^(a|an empty) text$/, "string"],
	[/^a number$/, "number"],
	[/^a boolean$/, "boolean"],
	[/^null$/, "null"],
	[/^(an|the|an empty) object/, "object"],
	[/^an array/, "array"],
];

/** Returns the keywords of a schema that takes values of these kinds only. */
function describeKinds(kinds: readonly string[]): RuleKeywords {
	const types = TYPES.flatMap(([kind, type]) =>
		kinds.some((each) => kind.test(each)) ? [type] : [],
	);
	const isOfTexts = kinds.includes(TEXTS) && !kinds.includes("an array");
	return {
		type: types.length === 1 ? types[0] : types,
		...(types.includes("string") &&
			!kinds.includes("an empty text") && { minLength: 1 }),
		...(isOfTexts && { items: { type: "string" } }),
	};
}

/** The rule that a text must not be empty. */
export const createLengthRule = (
	at: MeasuredRule["at"],
	example: MeasuredRule["example"],
): MeasuredRule => ({
	...{ at, example, keywords: { minLength: 1 }, expected: "any text" },
	actual: "at least 1 character",
});

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
	/** Whether it takes a list of texts, which does not come back as one text. */
	readonly isList: boolean;
}

/** The result for a property that the service may ignore. */
const UNKNOWN: Kinds = {
	...{ taken: [], isChoice: false, isKnown: false, isReference: false },
	isList: false,
};

/** What is known about how responses return a property. */
interface Returned {
	/** Whether the document says that the response to the body has it. */
	readonly isReturned: boolean;
	/** Whether some other response has it. */
	readonly isShown: boolean;
}

/** Tells which values come back otherwise than they were sent. */
function describeEcho(
	{ own, record }: Trier,
	name: string,
	{ taken, dropped, changed, sent, isIgnored, ...examples }: Outcomes,
	{ isReturned, isShown }: Returned,
): Pick<MeasuredRule, "expected" | "actual" | "example" | "sent">[] {
	const { kept, changing, dropping, rejecting, values } = examples;
	const expected = "comes back as sent";
	// A value that the service generates always differs, and one that it ignores is always the same.
	const isMade = (isIgnored && !rejecting) || changed.length >= sent;
	const missing =
		isReturned || !kept
			? []
			: [...(name in own || name in record ? [] : ["not sent"]), ...dropped];
	const parts = [
		...(isMade ? [] : changed),
		...(missing.length > 0 ? [`missing if it is ${missing.join(" or ")}`] : []),
	];
	const example = changing ?? dropping ?? kept;
	if (example && parts.length > 0)
		return [{ expected, actual: parts.join(", "), example, sent: values }];
	if (!isReturned || !dropping || kept) return [];
	// Another response may have the value, such as that of an audit.
	return rejecting || isShown || dropped.length < taken.length
		? [{ expected, actual: "does not come back", example: dropping }]
		: [
				{
					...{ expected: "not ignored", example: dropping },
					actual: `${name} is ignored, whatever its value is`,
				},
			];
}

/** Finds the accepted kinds of values for properties that the document lacks, or that allow any value. */
export async function measureKinds(
	trier: Trier,
	name: string,
	like: unknown,
	returned: Returned,
	isRecord: Sources["isRecord"],
): Promise<Kinds> {
	const { at, rules, tryValue } = trier;
	const found = await tryKinds(trier, name);
	if (!found) return UNKNOWN;
	const { taken, rejecting } = found;
	for (const told of describeEcho(trier, name, found, returned))
		rules.push({ at: [...at, name], ...told });
	const isReference = await measureId(trier, name, like, taken, isRecord);
	if (!rejecting) return { ...UNKNOWN, taken };
	const isChoice =
		typeof like === "string" && !taken.includes("a text") && like !== "";
	const same = isChoice ? await tryValue(name, like) : undefined;
	const text = isReference
		? "the id of a record"
		: `a text such as ${JSON.stringify(like)}`;
	const some = same?.isTaken ? [text] : [];
	const isSample = some.length > 0 && !isReference;
	const isOfUuid = isChoice && UUID.test(like);
	const id = isOfUuid ? await tryValue(name, crypto.randomUUID()) : undefined;
	// It takes any UUID, and not only the text.
	if (id && (id.isTaken || id.response.status !== rejecting.response.status))
		some.splice(0, 1, "a UUID");
	const others = taken.filter(
		(each) =>
			!(each === TEXTS && taken.includes("an array")) &&
			!(each.startsWith(SAME_OBJECT) && taken.includes("an object")),
	);
	// If nothing else is taken, the property probably depends on another one, or each tried value is wrong.
	const isEmpty = (kind: string) =>
		/^(null|an empty .*|0|false)$/.test(kind) &&
		!(kind === "an empty object" && found.isNameRejected);
	if (some.length === 0 && others.every(isEmpty))
		return { ...UNKNOWN, taken, isChoice };
	const not = found.others.flatMap((each) =>
		!isSample && /^a .* as a text$/.test(each) ? `not ${each}` : [],
	);
	const told = [...some, ...others, ...not].map((each) =>
		each.replace(SAME_OBJECT, "an object such as "),
	);
	const [first = "", ...rest] = found.others;
	const other = first.replace(/^a text$/, "another text");
	const rejected = [...rest, other].join(", ");
	rules.push({
		...{ at: [...at, name], expected: "any value", example: rejecting },
		...(some.length === 0 && { keywords: describeKinds(others) }),
		actual: `only values like ${told.join(", ")}${isSample ? `${OTHERS}${rejected}, are rejected, ${other} with ${describeRejection(rejecting, name)}` : ""}`,
	});
	if (taken.includes("a text") && found.rejectingEmpty)
		rules.push(createLengthRule([...at, name], found.rejectingEmpty));
	const isList =
		taken.includes(TEXTS) &&
		!found.changed.some((each) => each.startsWith(`${TEXTS} as "`));
	return { taken, isChoice, isKnown: true, isReference, isList };
}
