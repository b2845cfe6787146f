import { VALUES } from "./inline.ts";
import { child, entries, isNode, type Node } from "./node.ts";

/** Keywords whose schemas describe the same value. */
const COMPOSED = ["allOf", "anyOf", "oneOf"];
/** What is known of nodes, which documents share. */
interface Known {
	/** Whether the keyword is in a node or below it. Most documents do not have it. */
	readonly isUsed: WeakMap<Node, boolean>;
	/** The names of the properties that only the other direction has. */
	readonly names: WeakMap<Node, readonly string[]>;
	/** The relaxed nodes, by the names that are not required. */
	readonly relaxed: Map<string, WeakMap<Node, Node>>;
}

/** By keyword, and whether its properties are dropped. */
const knownOf = new Map<string, Known>();

/** Returns the result for a node, which is computed once. */
function remember<Result>(
	results: WeakMap<Node, Result>,
	node: Node,
	compute: () => Result,
): Result {
	const known = results.get(node);
	if (known !== undefined) return known;
	const result = compute();
	results.set(node, result);
	return result;
}

/**
 * Requires no property that only the other direction has: a request need not have those that are `readOnly`, a response
 * those that are `writeOnly` (OpenAPI 3.1, "Schema Object"). Shared schemas stay shared.
 * @param isDropped whether to drop these properties, too
 */
export function relaxSchema(
	schema: Node,
	keyword: "readOnly" | "writeOnly",
	isDropped = false,
): Node {
	const kind = `${keyword} ${isDropped}`;
	const known = knownOf.get(kind) ?? {
		isUsed: new WeakMap(),
		names: new WeakMap(),
		relaxed: new Map(),
	};
	knownOf.set(kind, known);

	const uses = (value: unknown): boolean =>
		Array.isArray(value)
			? value.some(uses)
			: isNode(value) &&
				remember(known.isUsed, value, () =>
					Object.entries(value).some(
						([name, each]) =>
							(name === keyword && each === true) ||
							(!VALUES.test(name) && uses(each)),
					),
				);

	const namesOf = (node: Node): readonly string[] =>
		remember(known.names, node, () => {
			const own = entries(child(node, "properties"))
				.filter(([, each]) => each[keyword] === true)
				.map(([name]) => name);
			const below = COMPOSED.flatMap((each) => entries(child(node, each)));
			return [
				...new Set([...own, ...below.flatMap(([, each]) => namesOf(each))]),
			];
		});

	const relax = (value: unknown, around: readonly string[] = []): unknown =>
		Array.isArray(value)
			? value.map((each) => relax(each, around))
			: isNode(value)
				? relaxNode(value, around)
				: value;

	function relaxNode(node: Node, around: readonly string[]): Node {
		if (around.length === 0 && !uses(node)) return node;
		const key = around.join("\n");
		const results = known.relaxed.get(key) ?? new WeakMap<Node, Node>();
		known.relaxed.set(key, results);
		return remember(results, node, () => {
			const names = [...new Set([...around, ...namesOf(node)])].sort();
			const relaxKeyword = (name: string, value: unknown): unknown => {
				if (VALUES.test(name)) return value;
				if (name === "required" && Array.isArray(value))
					return value.filter((each) => !names.includes(each));
				if (name !== "properties" || !isNode(value))
					return relax(value, COMPOSED.includes(name) ? names : []);
				const properties = Object.entries(value).filter(
					([, each]) => !isDropped || !isNode(each) || each[keyword] !== true,
				);
				return Object.fromEntries(
					properties.map(([each, below]) => [each, relax(below)]),
				);
			};
			return Object.fromEntries(
				Object.entries(node).map(([name, value]) => [
					name,
					relaxKeyword(name, value),
				]),
			);
		});
	}
	return relaxNode(schema, []);
}
