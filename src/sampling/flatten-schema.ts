import { isNode, type Node, type Resolve } from "../document/node.ts";

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf`, which are merged into it. */
export interface FlatSchema {
	readonly schema: Node;
	/** The alternatives of each `anyOf` and `oneOf`: a value fits one of each list. */
	readonly choices: readonly (readonly unknown[])[];
	/** The references that led to it. */
	readonly references: ReadonlySet<string>;
}

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

const ANY: FlatSchema = { schema: {}, choices: [], references: new Set() };

export function mergeFlat(first: FlatSchema, second: FlatSchema): FlatSchema {
	return {
		schema: mergeSchemas(first.schema, second.schema),
		choices: [...first.choices, ...second.choices],
		references: new Set([...first.references, ...second.references]),
	};
}

/**
 * Merges the parts of a schema.
 * @returns undefined if the schema is `false`, or one of its parts is
 */
export function flattenSchema(
	resolve: Resolve,
	given: unknown,
	path: readonly string[] = [],
): FlatSchema | undefined {
	if (given === false) return undefined;
	if (!isNode(given)) return ANY;
	const { $ref, allOf, anyOf, oneOf, ...own } = given;
	const choices = [anyOf, oneOf].filter(
		(each): each is unknown[] => Array.isArray(each) && each.length > 0,
	);
	const parts: (FlatSchema | undefined)[] = [];
	if (typeof $ref === "string") {
		if (path.includes($ref)) return ANY;
		const target = flattenSchema(resolve, resolve({ $ref }), [...path, $ref]);
		const references = new Set([$ref]);
		parts.push(target && mergeFlat(target, { ...ANY, references }));
	}
	for (const each of Array.isArray(allOf) ? allOf : [])
		parts.push(flattenSchema(resolve, each, path));
	parts.push({ ...ANY, schema: own, choices });
	return parts.reduce(
		(all, each) => all && each && mergeFlat(all, each),
		ANY as FlatSchema | undefined,
	);
}
