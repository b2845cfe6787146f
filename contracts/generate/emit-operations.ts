import { STATUS_CODES } from "node:http";
import {
	type ContractDocument,
	child,
	type DocumentOperation,
	entries,
	type Node,
	readString,
} from "./document.ts";
import { emitConstants } from "./emit-constants.ts";
import { collectAssumptions, ownAssumptions } from "./provenance.ts";

const ULID_PATTERN = /^\^([a-z]+_)\[0-7\]\[0-9A-HJKMNP-TV-Z\]\{25\}\$$/;
const lowerFirst = (name: string): string =>
	name.charAt(0).toLowerCase() + name.slice(1);

function createResponse(
	document: ContractDocument,
	status: string,
	response: Node,
	inputs: readonly Node[],
): Node {
	const [mediaType] = Object.keys(child(document.resolve(response), "content"));
	// Whether a request is valid decides between these two, so they depend on its assumptions too.
	const dependsOnRequest =
		status.startsWith("2") || String(response.$ref).endsWith("/Invalid");
	const nodes = dependsOnRequest ? [response, ...inputs] : [response];
	return {
		mediaType,
		reason: STATUS_CODES[status],
		assumptions: collectAssumptions(document, nodes).sort(),
	};
}

function createOperation(
	document: ContractDocument,
	operation: DocumentOperation,
): Node {
	const { id, method, path, node, parameters, inputs, responses } = operation;
	const success = responses.find(([status]) => status.startsWith("2"));
	if (!success)
		throw new Error(`openapi.yaml: ${id} needs a response with a 2xx status`);

	const problems = Object.fromEntries(
		responses
			.filter(([, { $ref }]) => typeof $ref === "string")
			.map(([status, { $ref }]) => [
				lowerFirst(String($ref).split("/").at(-1) ?? ""),
				Number(status),
			]),
	);
	const [[body, content] = [null, {}]] = operation.requestContent;
	for (const problem of ["invalid", "tooLarge", "unsupportedMedia"])
		if (body !== null && !(problem in problems))
			throw new Error(
				`openapi.yaml: ${id} takes a body and needs a response ${problem}`,
			);

	const { action, subjectType } = child(node, "x-audit");
	return {
		id,
		method,
		path,
		tag: Array.isArray(node.tags) ? node.tags[0] : undefined,
		summary: readString(node, "summary"),
		success: Number(success[0]),
		query: Object.fromEntries(
			parameters.map((parameter) => {
				const schema = document.resolve(child(parameter, "schema"));
				return [
					readString(parameter, "name"),
					{ type: schema.type, default: schema.default },
				];
			}),
		),
		body,
		example: body === null ? {} : { body: content.example },
		problems,
		responses: Object.fromEntries(
			responses.map(([status, response]) => [
				status,
				createResponse(document, status, response, inputs),
			]),
		),
		...(action !== undefined && { audit: { action, subjectType } }),
	};
}

const createUnmatchedResponses = (document: ContractDocument): Node =>
	Object.fromEntries(
		document.unmatched.map(([kind, rule]) => {
			if (!("response" in rule))
				return [kind, { assumptions: ownAssumptions(rule) }];
			const status = readString(rule, "status");
			return [
				kind,
				{
					status: Number(status),
					...createResponse(document, status, child(rule, "response"), []),
				},
			];
		}),
	);

function createIdPrefixes(schemas: Node): Node {
	return Object.fromEntries(
		entries(schemas)
			.filter(([name]) => name.endsWith("Id"))
			.map(([name, schema]) => {
				const prefix = ULID_PATTERN.exec(readString(schema, "pattern"))?.[1];
				if (prefix === undefined)
					throw new Error(
						`openapi.yaml: the pattern of ${name} must be a prefix and a ULID, ${ULID_PATTERN.source}`,
					);
				return [lowerFirst(name.slice(0, -"Id".length)), prefix];
			}),
	);
}

/** Emits the operations, limits and names of the OpenAPI document. */
export function emitOperations(document: ContractDocument): string {
	const components = child(document.root, "components");
	const responses = child(components, "responses");
	const metrics = document.operations
		.map(({ node }) =>
			child(child(child(node, "responses"), "200"), "x-metrics"),
		)
		.find((node) => "requests" in node);
	const { "x-assumption": _, ...metricFamilies } = metrics ?? {};
	return emitConstants({
		operations: Object.fromEntries(
			document.operations.map((operation) => [
				operation.id,
				createOperation(document, operation),
			]),
		),
		unmatchedResponses: createUnmatchedResponses(document),
		idPrefixes: createIdPrefixes(child(components, "schemas")),
		limits: {
			maxBytes: child(responses, "TooLarge")["x-max-bytes"],
			maxDepth: child(responses, "Invalid")["x-max-depth"],
		},
		metricFamilies,
	});
}
