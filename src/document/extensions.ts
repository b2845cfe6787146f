import { escapeSegment } from "../values/json.ts";
import { inline } from "./inline.ts";
import type { ResponseAssumptions } from "./model.ts";
import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "./node.ts";

/** The nodes that the specification states. Only they may carry `x-specified`. */
const SPECIFIABLE = /^\/(servers\/\d+|tags\/\d+|paths\/[^/]+(\/(get|post))?)$/;
/** The keywords whose values are elements. */
const SINGLE = ["schema", "items"];
/** The keywords whose values contain elements, by name or index. */
const COLLECTIONS = [
	"headers",
	"content",
	"properties",
	"allOf",
	"anyOf",
	"oneOf",
];

/** Returns the ids that the node itself carries, or the inherited ones if it carries none. */
export function ownAssumptions(
	node: Node,
	inherited: readonly string[] = [],
): readonly string[] {
	const ids = [node["x-assumption"]]
		.flat()
		.filter((id) => typeof id === "string");
	return ids.length > 0 ? ids : inherited;
}

interface Element {
	/** A JSON pointer. Below a `$ref` it continues the path that led there. */
	readonly pointer: string;
	/** The ids that the element carries or inherits. */
	readonly assumptions: readonly string[];
}

/**
 * Yields a parameter, header, request body, response or schema without `$ref`, then its headers and every schema in it.
 * @param visited of shared schemas, to yield each once
 */
function* elements(
	node: Node,
	visited?: Set<Node>,
	pointer = "",
	inherited: readonly string[] = [],
): Generator<Element> {
	if (visited?.has(node)) return;
	visited?.add(node);
	const assumptions = ownAssumptions(node, inherited);
	yield { pointer, assumptions };
	const parts = [
		...SINGLE.map((name) => [name, node[name]] as const),
		...COLLECTIONS.flatMap((name) =>
			entries(child(node, name)).map(
				([key, each]) => [`${name}/${key}`, each] as const,
			),
		),
	];
	for (const [step, part] of parts)
		if (isNode(part))
			yield* elements(part, visited, `${pointer}/${step}`, assumptions);
}

/** By node. Each response of an operation depends on the same input. */
const collected = new WeakMap<Node, readonly string[]>();

/** Returns every id that the nodes and their parts carry. */
export const collectAssumptions = (
	{ resolve }: DocumentParts,
	nodes: readonly Node[],
): string[] => {
	function collect(node: Node): readonly string[] {
		const known = collected.get(node);
		if (known) return known;
		const ids = new Set<string>();
		for (const { assumptions } of elements(inline(resolve, node), new Set()))
			for (const id of assumptions) ids.add(id);
		collected.set(node, [...ids]);
		return [...ids];
	}
	return [...new Set(nodes.flatMap(collect))];
};

/** More paths into a body would take minutes where schemas are shared often; the others depend on what is around them. */
const MAX_PATHS = 10_000;

const STEP = /\/(?:(?:allOf|anyOf|oneOf)\/\d+|properties\/([^/]+)|(items))/g;

/** Returns the path of a schema's element in a body. All parts of a composition have the same path. */
const bodyPathOf = (pointer: string): string =>
	`$${pointer.replaceAll(STEP, (_, property?: string, items?: string) => {
		if (property) return `.${property}`;
		return items ? "[*]" : "";
	})}`;

/** Returns the assumptions that each part of a response depends on. */
export function collectResponseAssumptions(
	{ resolve }: DocumentParts,
	response: Node,
): ResponseAssumptions {
	const node = inline(resolve, response);
	const status = ownAssumptions(node);
	const headers = entries(child(node, "headers")).map(([name, header]) => [
		name.toLowerCase(),
		ownAssumptions(header, status),
	]);
	let contentType: readonly string[] = [];
	const body: Record<string, string[]> = {};
	for (const [, content] of entries(child(node, "content"))) {
		contentType = ownAssumptions(content, status);
		if (!isNode(content.schema)) continue;
		let count = 0;
		const all = elements(content.schema, undefined, "", contentType);
		for (const element of all) {
			if (++count > MAX_PATHS) break;
			const path = bodyPathOf(element.pointer);
			body[path] = [
				...new Set([...(body[path] ?? []), ...element.assumptions]),
			];
		}
	}
	return { status, contentType, headers: Object.fromEntries(headers), body };
}

function* allElements(document: DocumentParts): Generator<Element> {
	for (const { id, parameters, node, responses } of document.operations)
		for (const [path, element] of [
			...parameters.map((each) => [`parameters/${each.name}`, each] as const),
			["requestBody", node.requestBody] as const,
			...responses.map(
				([status, each]) => [`responses/${status}`, each] as const,
			),
		])
			if (isNode(element))
				yield* elements(
					inline(document.resolve, element),
					undefined,
					`/${id}/${path}`,
				);
	for (const [kind, rule] of document.unmatched) {
		const element = isNode(rule.response) ? rule.response : rule;
		yield* elements(
			inline(document.resolve, element),
			undefined,
			`/x-beyond-operations/${kind}`,
		);
	}
}

/** Yields every object of the document, extensions included. */
export function* allNodes(
	value: unknown,
	pointer = "",
): Generator<{ readonly pointer: string; readonly node: Node }> {
	if (typeof value !== "object" || value === null) return;
	if (isNode(value)) yield { pointer, node: value };
	for (const [name, below] of Object.entries(value))
		yield* allNodes(below, `${pointer}/${escapeSegment(name)}`);
}

/**
 * Returns a sentence for each element without an assumption, each unknown id, each unused ledger entry and each misplaced
 * `x-specified`.
 */
export function findProvenanceErrors(
	document: DocumentParts,
	ledger: readonly { readonly id: string }[],
): string[] {
	const errors: string[] = [];
	for (const { pointer, assumptions } of allElements(document))
		if (assumptions.length === 0)
			errors.push(
				`openapi.yaml: ${pointer} depends on no assumption. Add an x-assumption.`,
			);
	const unused = new Set(ledger.map(({ id }) => id));
	const known = new Set(unused);
	const misplaced: string[] = [];
	for (const { pointer, node } of allNodes(document.root)) {
		for (const id of ownAssumptions(node)) {
			unused.delete(id);
			if (!known.has(id))
				errors.push(
					`openapi.yaml: ${pointer} depends on ${id}, which is not in assumptions.yaml. Add an entry, or fix the id.`,
				);
		}
		if ("x-specified" in node && !SPECIFIABLE.test(pointer))
			misplaced.push(
				`openapi.yaml: ${pointer} must not be x-specified. The specification states only servers, tags, paths and methods.`,
			);
	}
	for (const id of unused)
		errors.push(
			`assumptions.yaml: no element depends on ${id}. Remove the entry, or add its id as x-assumption in openapi.yaml.`,
		);
	return [...errors, ...misplaced];
}
