import type { Node } from "./node.ts";

function mergeTypes(first: unknown, second: unknown): unknown {
	const [one, other] = [[first].flat(), [second].flat()];
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

/**
 * By keyword, a function that merges two values into one that allows what both allow. For other keywords, the last
 * value is used.
 */
const MERGES: Readonly<Record<string, Merge>> = {
	type: mergeTypes,
	required: (first, second) => [...new Set([first, second].flat())],
	enum: (first, second) => {
		const texts = new Set([second].flat().map((each) => JSON.stringify(each)));
		return [first].flat().filter((each) => texts.has(JSON.stringify(each)));
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
	if (/^(exclusiveM|m)in/.test(keyword))
		return (...both) => Math.max(...both.map(Number));
	return /^(exclusiveM|m)ax/.test(keyword)
		? (...both) => Math.min(...both.map(Number))
		: MERGES[keyword];
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
