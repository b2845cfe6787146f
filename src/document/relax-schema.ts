import { mapValues } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import { VALUES } from "./inline.ts";
import { child, entries, isNode, type Node } from "./node.ts";

/** Keywords whose schemas describe the value itself. */
const COMPOSED = ["allOf", "anyOf", "oneOf"];
type Direction = "readOnly" | "writeOnly";

/** By keyword, whether a node, or a node below it, has the keyword. */
const used: Readonly<Record<Direction, WeakMap<Node, boolean>>> = {
	readOnly: new WeakMap(),
	writeOnly: new WeakMap(),
};

/** @param isMap whether the names of the value are free names, not keywords */
function uses(value: unknown, keyword: Direction, isMap = false): boolean {
	if (Array.isArray(value)) return value.some((each) => uses(each, keyword));
	if (!isNode(value)) return false;
	const known = used[keyword];
	const isUsed =
		known.get(value) ??
		Object.entries(value).some(
			([name, each]) =>
				(name === keyword && each === true) ||
				((isMap || !VALUES.test(name)) &&
					uses(each, keyword, !isMap && name === "properties")),
		);
	known.set(value, isUsed);
	return isUsed;
}

/**
 * Makes properties of the other direction optional: a request need not have `readOnly` properties, and a response
 * need not have `writeOnly` properties (OpenAPI 3.1, "Schema Object"). Shared schemas stay shared.
 * @param isDropped whether to remove these properties, too
 */
export function relaxSchema(
	schema: Node,
	keyword: Direction,
	isDropped = false,
): Node {
	const isMarked = (property: Node): boolean =>
		property[keyword] === true ||
		COMPOSED.some((each) =>
			entries(child(property, each)).some(([, part]) => isMarked(part)),
		);
	const namesOf = computeByObject((node: Node): readonly string[] => {
		const own = entries(child(node, "properties"))
			.filter(([, each]) => isMarked(each))
			.map(([name]) => name);
		const below = COMPOSED.flatMap((each) => entries(child(node, each)));
		return [
			...new Set([...own, ...below.flatMap(([, each]) => namesOf(each))]),
		];
	});

	/** The relaxed schemas, by the names that are no longer required. */
	const relaxed = new Map<string, Map<Node, Node>>();
	const relax = (value: unknown, around: readonly string[] = []): unknown =>
		Array.isArray(value)
			? value.map((each) => relax(each, around))
			: isNode(value)
				? relaxNode(value, around)
				: value;

	function relaxNode(node: Node, around: readonly string[]): Node {
		// Returned unchanged, so that operations still share it.
		if (around.length === 0 && !uses(node, keyword)) return node;
		const key = around.join("\n");
		const results = relaxed.get(key) ?? new Map<Node, Node>();
		relaxed.set(key, results);
		const known = results.get(node);
		if (known) return known;
		const names = [...new Set([...around, ...namesOf(node)])].sort();
		const relaxKeyword = (name: string, value: unknown): unknown => {
			if (VALUES.test(name)) return value;
			if (name === "required" && Array.isArray(value))
				return value.filter((each) => !names.includes(each));
			if (name !== "properties" || !isNode(value))
				return relax(value, COMPOSED.includes(name) ? names : []);
			const properties = Object.entries(value).filter(
				([, each]) => !isDropped || !isNode(each) || !isMarked(each),
			);
			return Object.fromEntries(
				properties.map(([each, below]) => [each, relax(below)]),
			);
		};
		const result = mapValues(node, (value, name) => relaxKeyword(name, value));
		results.set(node, result);
		return result;
	}
	return relaxNode(schema, []);
}
