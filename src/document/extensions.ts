import { escapeSegment } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import { inline } from "./inline.ts";
import type { ResponseAssumptions } from "./model.ts";
import {
	child,
	type DocumentParts,
	entries,
	isNode,
	type Node,
} from "./node.ts";

/** The nodes that the specification of a service can state. Only these may have `x-specified`. */
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

/** Returns the ids of assumptions that the node itself lists, or the inherited ids if it lists none. */
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

/** Returns the elements in an element, with the keyword of each, and its name or index. */
const partsOf = (node: Node): [step: string, part: Node][] => [
	...SINGLE.flatMap((name): [string, Node][] => {
		const part = node[name];
		return isNode(part) ? [[name, part]] : [];
	}),
	...COLLECTIONS.flatMap((name) =>
		entries(child(node, name)).map(([key, each]): [string, Node] => [
			`${name}/${key}`,
			each,
		]),
	),
];

/**
 * Yields a parameter, header, request body, response or schema without `$ref`, then its headers and every schema in it.
 */
function* elements(
	node: Node,
	pointer = "",
	inherited: readonly string[] = [],
): Generator<Element> {
	const assumptions = ownAssumptions(node, inherited);
	yield { pointer, assumptions };
	for (const [step, part] of partsOf(node))
		yield* elements(part, `${pointer}/${step}`, assumptions);
}

/**
 * Returns the ids that a node without `$ref` and its parts carry. Cached, because operations share schemas, and each
 * response of an operation depends on the same input.
 */
const collectIds = computeByObject((node: Node): readonly string[] => {
	const below = partsOf(node).flatMap(([, part]) => collectIds(part));
	return [...new Set([...ownAssumptions(node), ...below])];
});

/** Returns every id that the nodes and their parts carry. */
export const collectAssumptions = (
	{ resolve }: DocumentParts,
	nodes: readonly Node[],
): string[] => [
	...new Set(nodes.flatMap((each) => collectIds(inline(resolve, each)))),
];

/**
 * The maximum number of paths into a body. Shared schemas can produce so many paths that listing all of them would
 * take minutes. Parts at other paths get the assumptions of the element around them.
 */
const MAX_PATHS = 10_000;

const STEP = /\/(?:(?:allOf|anyOf|oneOf)\/\d+|properties\/([^/]+)|(items))/g;

/**
 * Returns the path of a schema's element in a body. All parts of an `allOf`, `anyOf` or `oneOf` have the same path.
 */
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
		const all = elements(content.schema, "", contentType);
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
				yield* elements(inline(document.resolve, element), `/${id}/${path}`);
	for (const [kind, rule] of document.unmatched) {
		const element = isNode(rule.response) ? rule.response : rule;
		yield* elements(
			inline(document.resolve, element),
			`/x-beyond-operations/${kind}`,
		);
	}
}

/** Lists every object of the document, extensions included. */
export function allNodes(
	value: unknown,
	pointer = "",
	found: { pointer: string; node: Node }[] = [],
): readonly { readonly pointer: string; readonly node: Node }[] {
	if (typeof value !== "object" || value === null) return found;
	if (isNode(value)) found.push({ pointer, node: value });
	for (const [name, below] of Object.entries(value))
		allNodes(below, `${pointer}/${escapeSegment(name)}`, found);
	return found;
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
