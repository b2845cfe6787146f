import { STATUS_CODES } from "node:http";
import {
	type ContractDocument,
	child,
	type DocumentOperation,
	entries,
	isNode,
	type Node,
	text,
} from "./document.ts";
import { elements, ownAssumptions } from "./provenance.ts";

const ULID_PATTERN = /^\^([a-z]+_)\[0-7\]\[0-9A-HJKMNP-TV-Z\]\{25\}\$$/;
const lowerFirst = (name: string): string =>
	name.charAt(0).toLowerCase() + name.slice(1);
const unique = (ids: Iterable<string>): string[] => [...new Set(ids)].sort();

function idsOf(document: ContractDocument, node: Node): string[] {
	return unique(
		[...elements(document, node, "")].flatMap(({ assumptions }) => assumptions),
	);
}

function answer(
	document: ContractDocument,
	status: string,
	response: Node,
	requestIds: readonly string[],
): Node {
	const [mediaType] = Object.keys(child(document.resolve(response), "content"));
	const judgesRequest =
		status.startsWith("2") || String(response.$ref).endsWith("/Invalid");
	const assumptions = [
		...idsOf(document, response),
		...(judgesRequest ? requestIds : []),
	];
	return {
		mediaType,
		reason: STATUS_CODES[status],
		assumptions: unique(assumptions),
	};
}

const parametersOf = (document: ContractDocument, node: Node): Node[] =>
	Array.isArray(node.parameters)
		? node.parameters.filter(isNode).map(document.resolve)
		: [];

function operation(
	document: ContractDocument,
	{ id, method, path, node }: DocumentOperation,
): Node {
	const responses = entries(child(node, "responses"));
	const parameters = parametersOf(document, node);
	const inputs = [
		...parameters,
		...(isNode(node.requestBody) ? [node.requestBody] : []),
	];
	const requestIds = unique(inputs.flatMap((input) => idsOf(document, input)));
	const success = responses.find(([status]) => status.startsWith("2"));
	if (success === undefined)
		throw new Error(`openapi.yaml: ${id} lists no success`);

	const problems = Object.fromEntries(
		responses
			.filter(([, response]) => typeof response.$ref === "string")
			.map(([status, response]) => [
				lowerFirst(text(response, "$ref").split("/").at(-1) ?? ""),
				Number(status),
			]),
	);
	const query = Object.fromEntries(
		parameters.map((parameter) => {
			const schema = document.resolve(child(parameter, "schema"));
			return [
				text(parameter, "name"),
				{
					type: schema.type,
					...("default" in schema && { default: schema.default }),
				},
			];
		}),
	);
	const [body = null] = Object.keys(
		child(child(node, "requestBody"), "content"),
	);
	if (body !== null)
		for (const kind of ["invalid", "tooLarge", "unsupportedMedia"])
			if (!(kind in problems))
				throw new Error(
					`openapi.yaml: ${id} takes a body and lists no ${kind} response`,
				);

	const specs = Object.fromEntries(
		responses.map(([status, response]) => [
			status,
			answer(document, status, response, requestIds),
		]),
	);
	const audit = child(node, "x-audit");
	const bodyExample =
		body && child(child(node, "requestBody"), "content")[body];
	const example = isNode(bodyExample) ? { body: bodyExample.example } : {};
	return {
		id,
		method,
		path,
		tag: Array.isArray(node.tags) ? node.tags[0] : undefined,
		summary: text(node, "summary"),
		success: Number(success[0]),
		query,
		body,
		example,
		problems,
		responses: specs,
		...("action" in audit && {
			audit: {
				action: text(audit, "action"),
				subjectType: text(audit, "subjectType"),
			},
		}),
	};
}

function unmatchedResponses(document: ContractDocument): Node {
	const rules = child(document.root, "x-beyond-operations");
	const answered = (kind: string): Node => {
		const rule = child(rules, kind);
		const status = text(rule, "status");
		return {
			status: Number(status),
			...answer(document, status, child(rule, "response"), []),
		};
	};
	return {
		unknownPath: answered("unknownPath"),
		undefinedMethod: answered("undefinedMethod"),
		head: { assumptions: ownAssumptions(child(rules, "head")) },
	};
}

function idPrefixes(document: ContractDocument): Node {
	const schemas = entries(
		child(child(document.root, "components"), "schemas"),
	).filter(([name]) => name.endsWith("Id"));
	return Object.fromEntries(
		schemas.map(([name, schema]) => {
			const prefix = ULID_PATTERN.exec(text(schema, "pattern"))?.[1];
			if (prefix === undefined)
				throw new Error(
					`openapi.yaml: the pattern of ${name} must be a prefix and a ULID, ${ULID_PATTERN.source}`,
				);
			return [lowerFirst(name.slice(0, -"Id".length)), prefix];
		}),
	);
}

/** The scalar choices of the document, as TypeScript. */
export function emitOperations(document: ContractDocument): string {
	const responses = child(child(document.root, "components"), "responses");
	const metrics = document.operations
		.map(({ node }) =>
			child(child(child(node, "responses"), "200"), "x-metrics"),
		)
		.find((node) => "requests" in node);
	const { "x-assumption": _, ...families } = metrics ?? {};
	const constants = {
		operations: Object.fromEntries(
			document.operations.map((each) => [each.id, operation(document, each)]),
		),
		unmatchedResponses: unmatchedResponses(document),
		idPrefixes: idPrefixes(document),
		limits: {
			maxBytes: child(responses, "TooLarge")["x-max-bytes"],
			maxDepth: child(responses, "Invalid")["x-max-depth"],
		},
		metricFamilies: families,
	};
	return Object.entries(constants)
		.map(
			([name, value]) =>
				`export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`,
		)
		.join("\n");
}
