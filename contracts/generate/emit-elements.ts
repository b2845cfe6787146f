import type { ResponseAssumptions } from "../../src/verification/contract.ts";
import { type ContractDocument, isNode, type Node } from "./document.ts";
import { emitConstants } from "./emit-constants.ts";
import { collectAssumptions, elements } from "./provenance.ts";

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

function responseElements(
	document: ContractDocument,
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

/** Emits the assumptions that each part of a request or response depends on. */
export const emitElements = (document: ContractDocument): string =>
	emitConstants({
		responseElements: Object.fromEntries(
			document.operations.map(({ id, responses }) => [
				id,
				Object.fromEntries(
					responses.map(([status, response]) => [
						status,
						responseElements(document, response),
					]),
				),
			]),
		),
		unmatchedElements: Object.fromEntries(
			document.unmatched.flatMap(([, { status, response }]) =>
				isNode(response)
					? [[status, responseElements(document, response)]]
					: [],
			),
		),
		requestElements: Object.fromEntries(
			document.operations.map(({ id, inputs }) => [
				id,
				collectAssumptions(document, inputs),
			]),
		),
	});
