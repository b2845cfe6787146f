import { mergeSchemas } from "../document/merge-schemas.ts";
import { isNode, type Node, type Resolve } from "../document/node.ts";
import { computeByObject } from "../values/load-once.ts";

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf`, which are merged into it. */
export interface FlatSchema {
	readonly schema: Node;
	/** The lists of alternatives of `anyOf` and `oneOf`. A value must satisfy one alternative of each list. */
	readonly choices: readonly (readonly unknown[])[];
	/** The references on the way to the schema. */
	readonly references: ReadonlySet<string>;
}

/** Merges the parts of a schema. Returns undefined if the schema or one of its parts is `false`. */
export type Flatten = (schema: unknown) => FlatSchema | undefined;

const ANY: FlatSchema = { schema: {}, choices: [], references: new Set() };

function mergeFlat(first: FlatSchema, second: FlatSchema): FlatSchema {
	return {
		schema: mergeSchemas(first.schema, second.schema),
		choices: [...first.choices, ...second.choices],
		references: new Set([...first.references, ...second.references]),
	};
}

/**
 * Returns a function that merges the parts of each schema once, because schemas that refer to each other share many
 * parts.
 */
export function createFlatten(resolve: Resolve): Flatten {
	const targets = new Map<string, FlatSchema | undefined>();

	function flattenTarget($ref: string): FlatSchema | undefined {
		if (targets.has($ref)) return targets.get($ref);
		// Set until the result is known, so that a reference to itself ends.
		targets.set($ref, ANY);
		const target = flatten(resolve({ $ref }));
		const references = new Set([$ref]);
		const found = target && mergeFlat(target, { ...ANY, references });
		targets.set($ref, found);
		return found;
	}

	const flattenNode = computeByObject((node: Node): FlatSchema | undefined => {
		const { $ref, allOf, anyOf, oneOf, ...own } = node;
		const choices = [anyOf, oneOf].filter(
			(each): each is unknown[] => Array.isArray(each) && each.length > 0,
		);
		const parts = [
			...(typeof $ref === "string" ? [flattenTarget($ref)] : []),
			...(Array.isArray(allOf) ? allOf : []).map(flatten),
			{ ...ANY, schema: own, choices },
		];
		// A repeated alternative adds nothing.
		return [...new Set(parts)].reduce<FlatSchema | undefined>(
			(all, each) => all && each && mergeFlat(all, each),
			ANY,
		);
	});

	function flatten(given: unknown): FlatSchema | undefined {
		if (given === false) return undefined;
		return isNode(given) ? flattenNode(given) : ANY;
	}
	return flatten;
}

/**
 * Merges one alternative of each choice into a schema.
 * @param turn the index of the alternative; after the last one, it starts again with the first
 * @returns undefined if an alternative is `false`
 */
export const chooseAlternatives = (
	flatten: Flatten,
	flat: FlatSchema,
	turn: number,
): FlatSchema | undefined =>
	flat.choices
		.map((each) => flatten(each[turn % each.length]))
		.reduce<FlatSchema | undefined>(
			(all, each) => all && each && mergeFlat(all, each),
			{ ...flat, choices: [] },
		);
