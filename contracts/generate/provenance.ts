import {
	type ContractDocument,
	child,
	entries,
	isNode,
	type Node,
} from "./document.ts";
import type { LedgerEntry } from "./ledger.ts";

/** What the specification states; nowhere else may `x-specified` stand. */
const SPECIFIABLE = /^\/(servers\/\d+|tags\/\d+|paths\/[^/]+(\/(get|post))?)$/;
const COMPOSITION = ["allOf", "anyOf", "oneOf"];

/** The ids that stand on the node itself. */
export function ownAssumptions(node: Node): readonly string[] {
	const own = node["x-assumption"];
	if (own === undefined) return [];
	const ids: unknown[] = Array.isArray(own) ? own : [own];
	return ids.filter((id) => typeof id === "string");
}

export interface Element {
	/** Where it stands, as a JSON pointer; behind a `$ref` the path that led there. */
	readonly pointer: string;
	/** The ids that it carries or inherits. */
	readonly assumptions: readonly string[];
}

/** The schema and all schemas below it, each with the ids it carries or inherits. */
function* schemaElements(
	document: ContractDocument,
	raw: Node,
	pointer: string,
	inherited: readonly string[],
): Generator<Element> {
	const schema = document.resolve(raw);
	const own = ownAssumptions(schema);
	const assumptions = own.length > 0 ? own : inherited;
	yield { pointer, assumptions };
	for (const [name, property] of entries(child(schema, "properties")))
		yield* schemaElements(
			document,
			property,
			`${pointer}/properties/${name}`,
			assumptions,
		);
	if (isNode(schema.items))
		yield* schemaElements(
			document,
			schema.items,
			`${pointer}/items`,
			assumptions,
		);
	for (const keyword of COMPOSITION) {
		const parts = schema[keyword];
		if (!Array.isArray(parts)) continue;
		for (const [index, part] of parts.entries())
			if (isNode(part))
				yield* schemaElements(
					document,
					part,
					`${pointer}/${keyword}/${index}`,
					assumptions,
				);
	}
}

/** A parameter, header, request body or response: itself, its headers and every schema of its content. */
export function* elements(
	document: ContractDocument,
	raw: Node,
	pointer: string,
): Generator<Element> {
	const node = document.resolve(raw);
	const assumptions = ownAssumptions(node);
	yield { pointer, assumptions };
	if (isNode(node.schema))
		yield* schemaElements(
			document,
			node.schema,
			`${pointer}/schema`,
			assumptions,
		);
	for (const [name, header] of entries(child(node, "headers"))) {
		const own = ownAssumptions(document.resolve(header));
		yield {
			pointer: `${pointer}/headers/${name}`,
			assumptions: own.length > 0 ? own : assumptions,
		};
	}
	for (const [mediaType, content] of entries(child(node, "content"))) {
		const at = `${pointer}/content/${mediaType}`;
		const own = ownAssumptions(content);
		const carried = own.length > 0 ? own : assumptions;
		yield { pointer: at, assumptions: carried };
		if (isNode(content.schema))
			yield* schemaElements(document, content.schema, `${at}/schema`, carried);
	}
}

function* allElements(document: ContractDocument): Generator<Element> {
	for (const { id, node } of document.operations) {
		const parameters = Array.isArray(node.parameters)
			? node.parameters.filter(isNode)
			: [];
		for (const parameter of parameters)
			yield* elements(
				document,
				parameter,
				`/${id}/parameters/${String(parameter.name)}`,
			);
		if (isNode(node.requestBody))
			yield* elements(document, node.requestBody, `/${id}/requestBody`);
		for (const [status, response] of entries(child(node, "responses")))
			yield* elements(document, response, `/${id}/responses/${status}`);
	}
	for (const [kind, rule] of entries(
		child(document.root, "x-beyond-operations"),
	)) {
		if (isNode(rule.response))
			yield* elements(document, rule.response, `/x-beyond-operations/${kind}`);
		else
			yield {
				pointer: `/x-beyond-operations/${kind}`,
				assumptions: ownAssumptions(rule),
			};
	}
}

/** Every id that stands anywhere in the document, with where, extensions included. */
function* mentions(
	value: unknown,
	pointer = "",
): Generator<{ pointer: string; id: string }> {
	if (Array.isArray(value))
		for (const [index, item] of value.entries())
			yield* mentions(item, `${pointer}/${index}`);
	if (!isNode(value)) return;
	for (const id of ownAssumptions(value)) yield { pointer, id };
	for (const [member, below] of Object.entries(value))
		yield* mentions(below, `${pointer}/${member.replaceAll("/", "~1")}`);
}

function* specifiedMarks(value: unknown, pointer = ""): Generator<string> {
	if (Array.isArray(value))
		for (const [index, item] of value.entries())
			yield* specifiedMarks(item, `${pointer}/${index}`);
	if (!isNode(value)) return;
	if ("x-specified" in value) yield pointer;
	for (const [member, below] of Object.entries(value))
		yield* specifiedMarks(below, `${pointer}/${member.replaceAll("/", "~1")}`);
}

/** One sentence for each element without provenance, each dangling id, each unused entry and each misplaced `x-specified`. */
export function provenanceErrors(
	document: ContractDocument,
	ledger: readonly LedgerEntry[],
): string[] {
	const known = new Set(ledger.map(({ id }) => id));
	const mentioned = [...mentions(document.root)];
	const used = new Set(mentioned.map(({ id }) => id));
	return [
		...[...allElements(document)]
			.filter(({ assumptions }) => assumptions.length === 0)
			.map(
				({ pointer }) =>
					`${pointer} rests on nothing: give it an x-assumption.`,
			),
		...mentioned
			.filter(({ id }) => !known.has(id))
			.map(
				({ pointer, id }) =>
					`${pointer} rests on ${id}, which is not in the ledger.`,
			),
		...[...known]
			.filter((id) => !used.has(id))
			.map((id) => `${id} stands in the ledger and nothing rests on it.`),
		...[...specifiedMarks(document.root)]
			.filter((pointer) => !SPECIFIABLE.test(pointer))
			.map(
				(pointer) =>
					`${pointer} is marked x-specified, and the specification states servers, tags, paths and methods only.`,
			),
	];
}
