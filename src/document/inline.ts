import { isNode, type Node, type Resolve } from "./node.ts";

/** Keywords with values that are no schemas: a `$ref` in an example refers to nothing. */
export const VALUES: RegExp = /^(x-.*|examples?|default|const|enum)$/;

/**
 * By resolver, the results that are used again: by `$ref`, those of targets that lead back to no reference around them, and
 * by node, those of whole schemas, since plans, examples and validators inline the same ones.
 */
const inlined = new WeakMap<Resolve, Map<string | Node, Node>>();

/** Inside this many references, recursive ones are no longer resolved: each operation has copies of their targets. */
const MAX_DEPTH = 2;

/** What is known of the target of a reference. */
interface Target {
	/** The references in it. */
	readonly references: readonly string[];
	/** Whether they lead back to it; undefined until the first use. */
	isRecursive?: boolean;
}

/** By resolver and `$ref`. */
const known = new WeakMap<Resolve, Map<string, Target>>();

function* listReferences(value: unknown): Iterable<string> {
	if (Array.isArray(value))
		for (const each of value) yield* listReferences(each);
	if (!isNode(value)) return;
	for (const [name, each] of Object.entries(value))
		if (name === "$ref" && typeof each === "string") yield each;
		else if (!VALUES.test(name)) yield* listReferences(each);
}

/** Whether the target of a reference leads back to it. */
function isRecursive(resolve: Resolve, $ref: string): boolean {
	const targets = known.get(resolve) ?? new Map<string, Target>();
	known.set(resolve, targets);
	const find = (each: string): Target => {
		const target: Target = targets.get(each) ?? {
			references: [...new Set(listReferences(resolve({ $ref: each })))],
		};
		targets.set(each, target);
		return target;
	};
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
 * Resolves the `$ref` of the node and of those below it. Each target is inlined once and shared, since copies would be
 * exponentially many. Where a schema refers to itself, the reference stays, with the assumptions that depend on it.
 */
export function inline(resolve: Resolve, root: Node): Node {
	const finished = inlined.get(resolve) ?? new Map<string | Node, Node>();
	inlined.set(resolve, finished);
	const before = finished.get(root);
	if (before) return before;
	/**
	 * Targets that lead back to a reference around them. Only this call uses them, since elsewhere other references in
	 * them would stay.
	 */
	const recursive = new Map<string, Node>();
	/** The references around the current node, the outermost first. */
	const path: string[] = [];
	/** The index of the outermost of them that the current target leads back to. */
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
			$ref: `document${$ref}`,
			"x-assumption": resolve(node)["x-assumption"],
		};
	}

	/** @param isMap whether the node is a map, whose property names are not keywords */
	function inlineParts(node: Node, isMap = false): Node {
		function read(name: string, value: unknown): unknown {
			if (!isMap && VALUES.test(name)) return value;
			if (Array.isArray(value)) {
				const items = value.map((each) => read("", each));
				// A schema that appears twice says nothing more, but would be checked twice, and those in it four times.
				return /^a(ll|ny)Of$/.test(name) ? [...new Set(items)] : items;
			}
			return isNode(value)
				? inlineNode(value, !isMap && name === "properties")
				: value;
		}
		return Object.fromEntries(
			Object.entries(node).map(([name, value]) => [name, read(name, value)]),
		);
	}
	const result = inlineNode(root);
	finished.set(root, result);
	return result;
}
