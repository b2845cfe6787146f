import { attempt } from "../values/errors.ts";
import { parsePointer, valueAt } from "../values/json.ts";
import { VALUES } from "./inline.ts";
import { isNode, type Node } from "./node.ts";

/** Keywords whose schemas apply to the same value as the schema that has the keyword. */
const COMPOSING = ["allOf", "anyOf", "oneOf"] as const;

const listSchemas = (value: unknown): Node[] =>
	Array.isArray(value) ? value.filter(isNode) : [];

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

/** Lists the schemas that apply to the same value. */
function listNext(root: Node, node: Node): readonly Node[] {
	const { $ref } = node;
	if (typeof $ref !== "string")
		return COMPOSING.flatMap((keyword) => listSchemas(node[keyword]));
	const pointer = attempt(() => decodeURIComponent($ref.slice(1))) ?? "";
	const target = valueAt(root, ...parsePointer(pointer));
	return isNode(target) ? [target] : [];
}

/** Whether a schema leads to another one, or to itself, by composition. */
function leadsTo(root: Node, from: Node, to: Node): boolean {
	const reached = new Set([from]);
	for (const each of reached) {
		if (each === to) return true;
		for (const next of listNext(root, each)) reached.add(next);
	}
	return false;
}

/** Returns the schema, or the target of its `$ref`, without the keywords that lead to another schema. */
function withoutWay(root: Node, schema: Node, to: Node): Node {
	const [own = schema] =
		typeof schema.$ref === "string" ? listNext(root, schema) : [];
	const ways: readonly string[] = COMPOSING.filter((keyword) =>
		listSchemas(own[keyword]).some((each) => leadsTo(root, each, to)),
	);
	return Object.fromEntries(
		Object.entries(own).filter(
			([name]) => name !== "discriminator" && !ways.includes(name),
		),
	);
}

/**
 * Ends each composition that leads back to itself, by which no value could be checked. A kind with its base in `allOf`,
 * while the base lists its kinds, keeps what else the base says. An alternative that is the schema itself allows nothing
 * more. Pointers into the document stay the same.
 */
export function untangle(root: Node): Node {
	const isTangled = listComposed(root).some((node) =>
		listNext(root, node).some((each) => leadsTo(root, each, node)),
	);
	if (!isTangled) return root;
	const copy = structuredClone(root);
	const composed = listComposed(copy);
	for (const keyword of COMPOSING)
		for (const node of composed)
			for (const [index, each] of Object.entries(Object(node[keyword])))
				if (isNode(each) && leadsTo(copy, each, node))
					Reflect.set(
						Object(node[keyword]),
						index,
						keyword === "allOf" ? withoutWay(copy, each, node) : { not: {} },
					);
	return copy;
}
