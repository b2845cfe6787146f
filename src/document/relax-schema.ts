import { VALUES } from "./inline.ts";
import { child, entries, isNode, type Node } from "./node.ts";

/** Keywords whose schemas describe the same value. */
const COMPOSED = ["allOf", "anyOf", "oneOf"];
/** What is known of nodes, which documents share. */
interface Known {
	/** The names of the properties that only the other direction has. */
	readonly names: WeakMap<Node, readonly string[]>;
	/** The relaxed nodes, by the names that are not required. */
	readonly relaxed: Map<string, WeakMap<Node, Node>>;
}

/** By keyword, and whether its properties are dropped. */
const known = new Map<string, Known>();

/** Returns what was before if nothing has changed, so that it stays shared. */
const keepSame = <Value extends object>(before: Value, after: Value): Value => {
	const entries = Object.entries(after);
	return entries.length === Object.keys(before).length &&
		entries.every(([name, each]) => each === Reflect.get(before, name))
		? before
		: after;
};

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
	const { names: found, relaxed } = known.get(kind) ?? {
		names: new WeakMap(),
		relaxed: new Map(),
	};
	known.set(kind, { names: found, relaxed });
	function namesOf(node: Node): readonly string[] {
		const known = found.get(node);
		if (known) return known;
		const own = entries(child(node, "properties"))
			.filter(([, each]) => each[keyword] === true)
			.map(([name]) => name);
		const below = COMPOSED.flatMap((each) => entries(child(node, each)));
		const names = [
			...new Set([...own, ...below.flatMap(([, each]) => namesOf(each))]),
		];
		found.set(node, names);
		return names;
	}

	const relax = (value: unknown, around: readonly string[] = []): unknown =>
		Array.isArray(value)
			? keepSame(
					value,
					value.map((each) => relax(each, around)),
				)
			: isNode(value)
				? relaxNode(value, around)
				: value;

	function relaxNode(node: Node, around: readonly string[]): Node {
		const key = around.join("\n");
		const results = relaxed.get(key) ?? new WeakMap<Node, Node>();
		relaxed.set(key, results);
		const known = results.get(node);
		if (known) return known;
		const names = [...new Set([...around, ...namesOf(node)])].sort();
		const relaxKeyword = (name: string, value: unknown): unknown => {
			if (VALUES.test(name)) return value;
			if (name === "required" && Array.isArray(value))
				return keepSame(
					value,
					value.filter((each) => !names.includes(each)),
				);
			if (name !== "properties" || !isNode(value))
				return relax(value, COMPOSED.includes(name) ? names : []);
			const properties = Object.entries(value).filter(
				([, each]) => !isDropped || !isNode(each) || each[keyword] !== true,
			);
			return keepSame(
				value,
				Object.fromEntries(
					properties.map(([each, below]) => [each, relax(below)]),
				),
			);
		};
		const result = keepSame(
			node,
			Object.fromEntries(
				Object.entries(node).map(([name, value]) => [
					name,
					relaxKeyword(name, value),
				]),
			),
		);
		results.set(node, result);
		return result;
	}
	return relaxNode(schema, []);
}
