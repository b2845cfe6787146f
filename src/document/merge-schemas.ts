import type { Node } from "./node.ts";

const toList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : [value];

function mergeTypes(first: unknown, second: unknown): unknown {
	const [one, other] = [toList(first), toList(second)];
	const isAllowed = (type: unknown, by: readonly unknown[]): boolean =>
		by.includes(type) || (type === "integer" && by.includes("number"));
	return [
		...one.filter((each) => isAllowed(each, other)),
		...other.filter((each) => !one.includes(each) && isAllowed(each, one)),
	];
}

/** Returns a schema for values that fit both. */
const mergeBoth = (first: unknown, second: unknown): unknown =>
	first === false || second === false ? false : { allOf: [first, second] };

function mergeProperties(first: unknown, second: unknown): unknown {
	const merged: Record<string, unknown> = { ...Object(first) };
	for (const [name, each] of Object.entries(Object(second)))
		merged[name] = Object.hasOwn(merged, name)
			? mergeBoth(merged[name], each)
			: each;
	return merged;
}

type Merge = (first: unknown, second: unknown) => unknown;

const larger: Merge = (first, second) =>
	Math.max(Number(first), Number(second));
const smaller: Merge = (first, second) =>
	Math.min(Number(first), Number(second));

/** How values of a keyword become one that both allow. Of other keywords, the last value counts. */
const MERGES: Readonly<Record<string, Merge>> = {
	type: mergeTypes,
	required: (first, second) => [
		...new Set([...toList(first), ...toList(second)]),
	],
	enum: (first, second) =>
		toList(first).filter((each) =>
			toList(second).some(
				(other) => JSON.stringify(each) === JSON.stringify(other),
			),
		),
	properties: mergeProperties,
	patternProperties: mergeProperties,
	items: mergeBoth,
	additionalProperties: mergeBoth,
	minimum: larger,
	exclusiveMinimum: larger,
	minLength: larger,
	minItems: larger,
	minProperties: larger,
	maximum: smaller,
	exclusiveMaximum: smaller,
	maxLength: smaller,
	maxItems: smaller,
	maxProperties: smaller,
};

/** Returns a schema for values that both describe. */
export function mergeSchemas(first: Node, second: Node): Node {
	const merged: Record<string, unknown> = { ...first };
	for (const [keyword, each] of Object.entries(second)) {
		const merge = MERGES[keyword];
		merged[keyword] =
			merge && merged[keyword] !== undefined && each !== undefined
				? merge(merged[keyword], each)
				: each;
	}
	return merged;
}
