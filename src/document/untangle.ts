import { attempt } from "../values/errors.ts";
import { parsePointer, valueAt } from "../values/json.ts";
import { VALUES } from "./inline.ts";
import { isNode, type Node } from "./node.ts";

/** Keywords whose schemas apply to the same value as the schema that has the keyword. */
const COMPOSING = ["allOf", "anyOf", "oneOf"] as const;

/** Lists the schemas that compose others. */
function listComposed(root: Node): Node[] {
	const parts = new Set<unknown>([root]);
	for (const part of parts)
		if (typeof part === "object" && part !== null)
			for (const [name, each] of Object.entries(part))
				if (!VALUES.test(name)) parts.add(each);
	return [...parts]
		.filter(isNode)
		.filter((part) => COMPOSING.some((keyword) => keyword in part));
}

/** Returns a function that returns the target of a `$ref`, and other schemas as they are. */
function createFollow(root: Node): (schema: Node) => Node {
	const targets = new Map<string, unknown>();
	const find = ($ref: string): unknown => {
		const pointer = attempt(() => decodeURIComponent($ref.slice(1))) ?? "";
		return valueAt(root, ...parsePointer(pointer));
	};
	return (schema) => {
		const passed = new Set<Node>();
		let found = schema;
		while (typeof found.$ref === "string" && !passed.has(found)) {
			passed.add(found);
			const { $ref } = found;
			const target = targets.get($ref) ?? find($ref);
			targets.set($ref, target);
			if (!isNode(target)) break;
			found = target;
		}
		return found;
	};
}

/** The schemas of a document, and which apply to the same value. */
function readCompositions(root: Node) {
	const follow = createFollow(root);
	const composed = listComposed(root);
	const listSchemas = (value: unknown): Node[] =>
		Array.isArray(value) ? value.filter(isNode).map(follow) : [];
	const listNext = (node: Node): Node[] =>
		COMPOSING.flatMap((keyword) => listSchemas(node[keyword]));
	/** Whether a schema leads to another one, or to itself, by composition. */
	function leadsTo(from: Node, to: Node): boolean {
		const reached = new Set([follow(from)]);
		for (const each of reached) {
			if (each === to) return true;
			for (const next of listNext(each)) reached.add(next);
		}
		return false;
	}
	return {
		leadsTo,
		/** Lists the schemas from which compositions do not end. Each is visited once. */
		listEndless(): readonly Node[] {
			const users = new Map<Node, Node[]>(composed.map((each) => [each, []]));
			const open = new Map<Node, number>();
			for (const node of composed) {
				const next = listNext(node).filter((each) => users.has(each));
				open.set(node, next.length);
				for (const each of next) users.get(each)?.push(node);
			}
			const ending = composed.filter((each) => open.get(each) === 0);
			for (const each of ending)
				for (const user of users.get(each) ?? []) {
					const left = (open.get(user) ?? 0) - 1;
					open.set(user, left);
					if (left === 0) ending.push(user);
				}
			return composed.filter((each) => open.get(each) !== 0);
		},
		/** Returns the schema, or the target of its `$ref`, without the keywords that lead to another schema. */
		withoutWay(schema: Node, to: Node): Node {
			const own = follow(schema);
			const ways: readonly string[] = COMPOSING.filter((keyword) =>
				listSchemas(own[keyword]).some((each) => leadsTo(each, to)),
			);
			return Object.fromEntries(
				Object.entries(own).filter(
					([name]) => name !== "discriminator" && !ways.includes(name),
				),
			);
		},
	};
}

/**
 * Ends each composition that leads back to itself, by which no value could be checked. A kind with its base in `allOf`,
 * while the base lists its kinds, keeps what else the base says. An alternative that is the schema itself allows nothing
 * more. Pointers into the document stay the same.
 */
export function untangle(root: Node): Node {
	if (readCompositions(root).listEndless().length === 0) return root;
	const copy = structuredClone(root);
	const { leadsTo, listEndless, withoutWay } = readCompositions(copy);
	const endless = listEndless();
	for (const keyword of COMPOSING)
		for (const node of endless)
			for (const [index, each] of Object.entries(Object(node[keyword])))
				if (isNode(each) && leadsTo(each, node))
					Reflect.set(
						Object(node[keyword]),
						index,
						keyword === "allOf" ? withoutWay(each, node) : { not: {} },
					);
	return copy;
}
