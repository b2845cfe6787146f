import { mergeSchemas } from "../document/merge-schemas.ts";
import { isNode, type Node, type Resolve } from "../document/node.ts";

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf`, which are merged into it. */
export interface FlatSchema {
	readonly schema: Node;
	/** The alternatives of each `anyOf` and `oneOf`: a value fits one of each list. */
	readonly choices: readonly (readonly unknown[])[];
	/** The references that led to it. */
	readonly references: ReadonlySet<string>;
}

const ANY: FlatSchema = { schema: {}, choices: [], references: new Set() };

function mergeFlat(first: FlatSchema, second: FlatSchema): FlatSchema {
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

/**
 * Merges an alternative of each choice into a schema.
 * @param turn which alternative; from the first one again after the last
 * @returns undefined if an alternative is `false`
 */
export const chooseAlternatives = (
	flatten: (schema: unknown) => FlatSchema | undefined,
	flat: FlatSchema,
	turn: number,
): FlatSchema | undefined =>
	flat.choices
		.map((each) => flatten(each[turn % each.length]))
		.reduce<FlatSchema | undefined>(
			(all, each) => all && each && mergeFlat(all, each),
			{ ...flat, choices: [] },
		);
