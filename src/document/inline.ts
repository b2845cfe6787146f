import { mapValues } from "../values/json.ts";
import { computeByKey, computeByObject } from "../values/load-once.ts";
import { child, entries, isNode, type Node, type Resolve } from "./node.ts";

/** Keywords whose values are not schemas. A `$ref` inside them, such as in an example, is not a reference. */
export const VALUES: RegExp = /^(x-.*|examples?|default|const|enum)$/;

/** Keywords that the mock does not read. A `$ref` inside them may have no target. */
const UNREAD = /^(description|links|callbacks)$/;

/**
 * By resolver, the results that can be used again: those of reference targets by `$ref`, and those of whole schemas
 * by node. Plans, examples and validators inline the same schemas. The result of a target is kept only if it does not
 * depend on the references around it.
 */
const inlinedBy = computeByObject(
	(_: Resolve) => new Map<string | Node, Node>(),
);

/**
 * Recursive references inside this many references are not resolved, because each operation would get copies of the
 * targets.
 */
const MAX_DEPTH = 2;

/** The references of a target, kept so that each target is searched once. */
interface Target {
	/** The references in the target. */
	readonly references: readonly string[];
	/** Whether these references lead back to the target; undefined until the first use. */
	isRecursive?: boolean;
}

/** Returns the target of a `$ref` by resolver. */
const targetsOf = computeByObject((resolve: Resolve) =>
	computeByKey(
		($ref: string): Target => ({
			references: [...new Set(listReferences(resolve({ $ref })))],
		}),
	),
);

function* listReferences(value: unknown): Iterable<string> {
	if (Array.isArray(value))
		for (const each of value) yield* listReferences(each);
	if (!isNode(value)) return;
	for (const [name, each] of Object.entries(value))
		if (name === "$ref" && typeof each === "string") yield each;
		else if (!VALUES.test(name)) yield* listReferences(each);
}

/** Whether the target of a reference leads back to the same reference. */
function isRecursive(resolve: Resolve, $ref: string): boolean {
	const find = targetsOf(resolve);
	const leadsBack = (): boolean => {
		const reached = new Set(find($ref).references);
		for (const each of reached) {
			if (each === $ref) return true;
			for (const next of find(each).references) reached.add(next);
		}
		return false;
	};
	const target = find($ref);
	target.isRecursive ??= leadsBack();
	return target.isRecursive;
}

/**
 * Replaces each `$ref` of the node and of the nodes below it by its target. Each target is inlined once and shared,
 * because the number of copies would be exponential. A recursive `$ref` stays, with the assumptions that depend on
 * it.
 */
export function inline(resolve: Resolve, root: Node): Node {
	const finished = inlinedBy(resolve);
	const before = finished.get(root);
	if (before) return before;
	/**
	 * Targets that lead back to a reference around them. They are kept for this call only, because they may contain a
	 * `$ref` that stays here but must be replaced elsewhere.
	 */
	const recursive = new Map<string, Node>();
	/** The references around the current node, the outermost first. */
	const path: string[] = [];
	/** The index, in `path`, of the outermost reference that the current target leads back to. */
	let outermost = Infinity;

	const isTooDeep = ($ref: string): boolean =>
		path.length >= MAX_DEPTH && isRecursive(resolve, $ref);

	function inlineTarget($ref: string): Node {
		const known = finished.get($ref) ?? recursive.get($ref);
		if (recursive.has($ref)) outermost = -1;
		if (known) return known;
		const before = outermost;
		outermost = Infinity;
		path.push($ref);
		const target = inlineParts(resolve({ $ref }));
		path.pop();
		const isFinished = outermost >= path.length;
		(isFinished ? finished : recursive).set($ref, target);
		outermost = isFinished ? before : Math.min(before, outermost);
		return target;
	}

	function inlineNode(node: Node, isMap = false): Node {
		const { $ref, ...beside } = node;
		if (isMap || typeof $ref !== "string") return inlineParts(node, isMap);
		const index = path.indexOf($ref);
		if (index < 0 && !isTooDeep($ref)) {
			const target = inlineTarget($ref);
			return Object.keys(beside).length === 0
				? target
				: { ...target, ...inlineParts(beside) };
		}
		outermost = Math.min(outermost, index < 0 ? path.length - 1 : index);
		return {
			...inlineParts(beside),
			$ref: `document${$ref}`,
			"x-assumption": resolve(node)["x-assumption"],
		};
	}

	/** @param isMap whether the node is a map, whose property names are not keywords */
	function inlineParts(node: Node, isMap = false): Node {
		function read(name: string, value: unknown): unknown {
			if (!isMap && (VALUES.test(name) || UNREAD.test(name))) return value;
			if (Array.isArray(value)) {
				const items = value.map((each) => read("", each));
				// A repeated schema adds nothing, but would be checked twice, and the schemas in it four times.
				return /^a(ll|ny)Of$/.test(name) ? [...new Set(items)] : items;
			}
			return isNode(value)
				? inlineNode(value, !isMap && name === "properties")
				: value;
		}
		return mapValues(node, (value, name) => read(name, value));
	}
	const result = inlineNode(root);
	finished.set(root, result);
	return result;
}

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
