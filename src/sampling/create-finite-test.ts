import { child, isNode, type Node } from "../document/node.ts";
import { findType, isNullable } from "./find-type.ts";
import type { FlatSchema, Flatten } from "./flatten-schema.ts";

/** Alternative schemas: a value needs at least one of them. */
type Choice = readonly unknown[];

/** Keywords that contain a finished value. */
const GIVEN = ["const", "enum", "example", "examples", "default"];

/**
 * The maximum number of schemas in the test. If more schemas depend on each other, the cost limit ends the sample
 * instead.
 */
const MAX_SCHEMAS = 2_000;

/** Lists the schemas that every value of a schema needs. */
function listNeeds({ schema, choices }: FlatSchema): readonly Choice[] {
	if (isNullable(schema) || GIVEN.some((each) => each in schema)) return [];
	const { required, items, prefixItems, minItems } = schema;
	const type = findType(schema);
	if (type === "object") {
		const properties = child(schema, "properties");
		const names = [required ?? []].flat().map(String);
		const known = names.filter((name) => Object.hasOwn(properties, name));
		return [...choices, ...known.map((name) => [properties[name]])];
	}
	if (type !== "array") return choices;
	const fixed = Array.isArray(prefixItems) ? prefixItems : [];
	const others = Number(minItems ?? 0) > fixed.length ? [[items]] : [];
	return [...choices, ...fixed.map((each) => [each]), ...others];
}

/** Returns a function that tells whether a schema can have a finite value. A schema that requires itself has none. */
export function createFiniteTest(
	flatten: Flatten,
): (schema: unknown) => boolean {
	const known = new WeakMap<Node, boolean>();

	/**
	 * Lists the schemas that determine the result, with the schemas that each needs; undefined if there are too many.
	 */
	function listOpen(schema: Node) {
		const open = new Map<Node, readonly Choice[]>();
		const found = new Set([schema]);
		for (const each of found) {
			if (found.size > MAX_SCHEMAS) return undefined;
			const flat = flatten(each);
			const needs = flat ? listNeeds(flat) : [[false]];
			open.set(each, needs);
			for (const need of needs.flat())
				if (isNode(need) && !known.has(need)) found.add(need);
		}
		return open;
	}

	return (schema) => {
		if (!isNode(schema)) return schema !== false;
		const before = known.get(schema);
		if (before !== undefined) return before;
		const open = listOpen(schema);
		if (!open) return true;
		const isMet = (need: Choice): boolean =>
			need.some((each) => (isNode(each) ? known.get(each) : each !== false));
		// First the schemas that need nothing, then the schemas that need only these, until no more are found.
		let left = [...open].reverse();
		let count: number;
		do {
			count = left.length;
			left = left.filter(([each, needs]) => {
				const isFound = needs.every(isMet);
				if (isFound) known.set(each, true);
				return !isFound;
			});
		} while (left.length < count);
		for (const [each] of left) known.set(each, false);
		return known.get(schema) === true;
	};
}
