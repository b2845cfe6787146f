import { escapeSegment } from "../values/json.ts";
import type { ResponseAssumptions } from "./model.ts";
import { child, entries, isNode, type Node } from "./node.ts";
import type { DocumentParts } from "./read-operations.ts";

/** The nodes that the specification states. Only they may carry `x-specified`. */
const SPECIFIABLE = /^\/(servers\/\d+|tags\/\d+|paths\/[^/]+(\/(get|post))?)$/;
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

export interface Element {
	/** A JSON pointer. Below a `$ref` it continues the path that led there. */
	readonly pointer: string;
	/** The ids that the element carries or inherits. */
	readonly assumptions: readonly string[];
}

/** Yields a parameter, header, request body or response, then its headers and every schema of its content. */
export function* elements(
	document: DocumentParts,
	raw: Node,
	pointer = "",
	inherited: readonly string[] = [],
	path: readonly string[] = [],
): Generator<Element> {
	const { $ref } = raw;
	const below = typeof $ref === "string" ? [...path, $ref] : path;
	const node = document.resolve(raw);
	const assumptions = ownAssumptions(node, inherited);
	yield { pointer, assumptions };
	// A recursive schema ends where it refers to itself.
	if (typeof $ref === "string" && path.includes($ref)) return;
	for (const name of ["schema", "items"])
		if (isNode(node[name]))
			yield* elements(
				document,
				node[name],
				`${pointer}/${name}`,
				assumptions,
				below,
			);
	for (const name of COLLECTIONS)
		for (const [key, each] of entries(child(node, name)))
			yield* elements(
				document,
				each,
				`${pointer}/${name}/${key}`,
				assumptions,
				below,
			);
}

/** Returns every id that the nodes and their parts carry. */
export const collectAssumptions = (
	document: DocumentParts,
	nodes: readonly Node[],
): string[] => [
	...new Set(
		nodes.flatMap((node) =>
			[...elements(document, node)].flatMap(({ assumptions }) => assumptions),
		),
	),
];

const SCHEMA = /^\/content\/.+?\/schema/;
const HEADER = /^\/headers\/([^/]+)/;
const STEP = /\/(?:(?:allOf|anyOf|oneOf)\/\d+|properties\/([^/]+)|(items))/g;

/** Returns the path of a schema's element in a body. All parts of a composition have the same path. */
const bodyPathOf = (pointer: string): string =>
	`$${pointer
		.replace(SCHEMA, "")
		.replaceAll(STEP, (_, property?: string, items?: string) =>
			property ? `.${property}` : items ? "[*]" : "",
		)}`;

/** Returns the assumptions that each part of a response depends on. */
export function collectResponseAssumptions(
	document: DocumentParts,
	response: Node,
): ResponseAssumptions {
	let status: readonly string[] = [];
	let contentType: readonly string[] = [];
	const headers: Record<string, readonly string[]> = {};
	const body: Record<string, string[]> = {};
	for (const { pointer, assumptions } of elements(document, response)) {
		const header = HEADER.exec(pointer)?.[1];
		if (pointer === "") status = assumptions;
		else if (header) headers[header.toLowerCase()] ??= assumptions;
		else if (!SCHEMA.test(pointer)) contentType = assumptions;
		else {
			const path = bodyPathOf(pointer);
			body[path] = [...new Set([...(body[path] ?? []), ...assumptions])];
		}
	}
	return { status, contentType, headers, body };
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
			if (isNode(element)) yield* elements(document, element, `/${id}/${path}`);
	for (const [kind, rule] of document.unmatched)
		yield* elements(
			document,
			isNode(rule.response) ? rule.response : rule,
			`/x-beyond-operations/${kind}`,
		);
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
	const known = new Set(ledger.map(({ id }) => id));
	const nodes = [...allNodes(document.root)];
	const mentions = nodes.flatMap(({ pointer, node }) =>
		ownAssumptions(node).map((id) => ({ pointer, id })),
	);
	const used = new Set(mentions.map(({ id }) => id));
	return [
		...[...allElements(document)]
			.filter(({ assumptions }) => assumptions.length === 0)
			.map(
				({ pointer }) =>
					`openapi.yaml: ${pointer} depends on no assumption. Add an x-assumption.`,
			),
		...mentions
			.filter(({ id }) => !known.has(id))
			.map(
				({ pointer, id }) =>
					`openapi.yaml: ${pointer} depends on ${id}, which is not in assumptions.yaml. Add an entry, or fix the id.`,
			),
		...[...known]
			.filter((id) => !used.has(id))
			.map(
				(id) =>
					`assumptions.yaml: no element depends on ${id}. Remove the entry, or add its id as x-assumption in openapi.yaml.`,
			),
		...nodes
			.filter(
				({ pointer, node }) =>
					"x-specified" in node && !SPECIFIABLE.test(pointer),
			)
			.map(
				({ pointer }) =>
					`openapi.yaml: ${pointer} must not be x-specified. The specification states only servers, tags, paths and methods.`,
			),
	];
}
