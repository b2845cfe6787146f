import type { Node } from "./node.ts";

const toList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : [value];

function mergeTypes(first: unknown, second: unknown): unknown {
	const [one, other] = [toList(first), toList(second)];
	const isAllowed = (type: unknown, by: readonly unknown[]): boolean =>
		by.includes(type) || (type === "integer" && by.includes("number"));
	return [
		...new Set([
			...one.filter((each) => isAllowed(each, other)),
			...other.filter((each) => isAllowed(each, one)),
		]),
	];
}

/** Returns a schema for values that satisfy both schemas. */
function mergeBoth(first: unknown, second: unknown): unknown {
	if (first === second) return first;
	return first === false || second === false
		? false
		: { allOf: [first, second] };
}

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
	Math.max(first as number, second as number);
const smaller: Merge = (first, second) =>
	Math.min(first as number, second as number);

/**
 * By keyword, a function that merges two values into one that allows what both allow. For other keywords, the last
 * value is used.
 */
const MERGES: Readonly<Record<string, Merge>> = {
	type: mergeTypes,
	required: (first, second) => [
		...new Set([...toList(first), ...toList(second)]),
	],
	enum: (first, second) => {
		const texts = new Set(toList(second).map((each) => JSON.stringify(each)));
		return toList(first).filter((each) => texts.has(JSON.stringify(each)));
	},
	properties: mergeProperties,
	patternProperties: mergeProperties,
	items: mergeBoth,
	additionalProperties: mergeBoth,
};

/**
 * Finds the function that merges a keyword. Limits are recognized by names such as `minLength` and
 * `exclusiveMaximum`.
 */
function findMerge(keyword: string): Merge | undefined {
	if (/^(exclusiveM|m)in/.test(keyword)) return larger;
	return /^(exclusiveM|m)ax/.test(keyword) ? smaller : MERGES[keyword];
}

/** Returns a schema for values that satisfy both schemas. */
export function mergeSchemas(first: Node, second: Node): Node {
	const merged: Record<string, unknown> = { ...first };
	for (const [keyword, each] of Object.entries(second)) {
		const merge = findMerge(keyword);
		merged[keyword] =
			merge && merged[keyword] !== undefined && each !== undefined
				? merge(merged[keyword], each)
				: each;
	}
	return merged;
}
