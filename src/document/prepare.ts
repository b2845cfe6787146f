import statuses from "statuses";
import { isMediaType } from "../values/http.ts";
import { lowerNames } from "../values/json.ts";
import { allNodes, collectAssumptions, ownAssumptions } from "./extensions.ts";
import { readField } from "./field.ts";
import { inline } from "./inline.ts";
import type {
	DocumentModel,
	OperationModel,
	ParameterModel,
	ParameterPlace,
	ResponseModel,
} from "./model.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	entries,
	findSuccess,
	isNode,
	type Node,
	type Resolve,
	readString,
} from "./node.ts";
import { schemaOf } from "./schemas.ts";
import { readSecurity } from "./security.ts";

export const mapEntries = <From, To>(
	list: readonly (readonly [string, From])[],
	map: (value: From, key: string) => To,
): Record<string, To> =>
	Object.fromEntries(list.map(([key, value]) => [key, map(value, key)]));

/** Returns a media type within a range. */
function chooseMediaType(range: string, { type }: Node): string {
	const isText = type === "string" || range.startsWith("text/");
	return (
		[isText ? "text/plain" : "application/json", "application/json"].find(
			(each) => isMediaType(each, range),
		) ?? range.replace("*", "octet-stream")
	);
}

function createResponse(
	document: DocumentParts,
	status: string,
	response: Node,
	inputs: readonly Node[] = [],
): ResponseModel {
	const content = child(document.resolve(response), "content");
	const [[mediaType = "", { schema }] = ["", {}], ...others] = entries(content);
	const isRange = mediaType.includes("*");
	// The choice between these statuses depends on whether the request is valid, and so on the assumptions about
	// requests.
	const dependsOnRequest = /^(2..|400|422)$/.test(status);
	const nodes = dependsOnRequest ? [response, ...inputs] : [response];
	return {
		mediaType: isRange
			? chooseMediaType(mediaType, document.resolve(Object(schema)))
			: mediaType,
		...((isRange || others.length > 0) && { isNegotiable: true }),
		reason: statuses.message[Number(status)] ?? "",
		assumptions: collectAssumptions(document, nodes).sort(),
	};
}

function createParameter(resolve: Resolve, parameter: Node): ParameterModel {
	const { types } = readField(inline(resolve, schemaOf(parameter)));
	const [type = "string"] = types.filter((each) => each !== "null");
	return {
		name: readString(parameter, "name"),
		in: readString(parameter, "in") as ParameterPlace,
		type,
	};
}

const MAX_BYTES = "x-max-bytes";

/**
 * Returns the status of each way to reject a request. A body that is too large gets 413 or, if that is not listed, the
 * status of the response with `x-max-bytes`. If a document lists 422 for invalid requests, a body that is
 * not JSON gets 400, if listed. A body of another media type gets 415. If that is not listed, or only names encodings, it
 * gets the status of the response that names the accepted media types, by default 415. An encoded body gets the status of
 * the response that names the encodings, by default that of a body of another media type. Keywords of schemas may have a
 * status of their own.
 */
function listProblems(
	{ resolve, root }: DocumentParts,
	{ responses, node }: DocumentOperation,
): Record<string, number> {
	const statuses = responses.map(([status]) => status);
	const own = [root, node].flatMap((each) =>
		Object.entries(child(each, "x-violation-status")).map(
			([keyword, status]) => [keyword, `${status}`] as const,
		),
	);
	const isOwn = (status: string): boolean =>
		own.some(([, each]) => each === status);
	/** Returns the status of the rejection with this header (RFC 9110, sections 12.5.1 and 12.5.3). */
	const findWith = (header: string): string | undefined =>
		responses.find(
			([status, response]) =>
				status.startsWith("4") &&
				header in lowerNames(child(resolve(response), "headers")),
		)?.[0];
	const [sizeStatus = "413"] =
		responses.find(([, response]) => MAX_BYTES in resolve(response)) ?? [];
	const encoding = findWith("accept-encoding");
	const isUsual = statuses.includes("415") && encoding !== "415";
	const media = (isUsual ? undefined : findWith("accept")) ?? "415";
	const encoded = encoding ?? media;
	const [invalid] = ["422", "400"]
		.filter((each) => statuses.includes(each))
		.sort((one, other) => Number(isOwn(one)) - Number(isOwn(other)));
	const all = [
		["invalid", invalid],
		["malformed", invalid === "422" ? "400" : undefined],
		["unauthorized", "401"],
		["notFound", "404"],
		["conflict", "409"],
		["preconditionFailed", "412"],
		["tooLarge", statuses.includes("413") ? "413" : sizeStatus],
		["unsupportedMedia", media],
		["unsupportedEncoding", encoded],
		["rateLimited", "429"],
		...own,
	] as const;
	return Object.fromEntries(
		all.flatMap(([kind, status]) =>
			status !== undefined && statuses.includes(status)
				? [[kind, Number(status)]]
				: [],
		),
	);
}

function createOperation(
	document: DocumentParts,
	operation: DocumentOperation,
): OperationModel {
	const { id, method, path, node, parameters, inputs, responses } = operation;
	const [body] = operation.requestContent;
	return {
		id,
		method,
		path,
		summary: String(node.summary ?? ""),
		success: Number(findSuccess(responses)),
		parameters: parameters.map((each) =>
			createParameter(document.resolve, each),
		),
		bodies: operation.requestContent.map(([mediaType]) => mediaType),
		example: body ? { body: body[1].example } : {},
		problems: listProblems(document, operation),
		responses: mapEntries(responses, (response, status) =>
			createResponse(document, status, response, inputs),
		),
		...readSecurity(document, operation),
	};
}

/** Finds the names of the parts of a problem, by their roles. */
function findProblemNames(root: Node): DocumentModel["problemNames"] {
	const properties = allNodes(root).flatMap(({ node }) =>
		entries(child(node, "properties")),
	);
	const named = (role: string) => {
		const [name] = properties.find(([, each]) => each["x-role"] === role) ?? [];
		return name === undefined ? {} : { [role.replace(/.*\./, "")]: name };
	};
	return {
		...named("problem.status"),
		...named("bodyError.pointer"),
		...named("queryError.parameter"),
	};
}

/** Returns the model of a document, which the mock needs. */
export function createModel(document: DocumentParts): DocumentModel {
	const responses = document.operations.flatMap((operation) =>
		operation.responses.map(([, response]) => document.resolve(response)),
	);
	const findLimit = (keyword: string, otherwise: number): unknown =>
		responses.find((response) => keyword in response)?.[keyword] ?? otherwise;
	const metrics = responses
		.map((response) => child(response, "x-metrics"))
		.find((node) => Object.keys(node).length > 0);
	const { "x-assumption": _, ...metricFamilies } = metrics ?? {};
	return {
		operations: Object.fromEntries(
			document.operations.map((operation) => [
				operation.id,
				createOperation(document, operation),
			]),
		),
		unmatchedResponses: mapEntries(document.unmatched, (rule) => {
			if (!isNode(rule.response)) return { assumptions: ownAssumptions(rule) };
			const status = readString(rule, "status");
			const response = createResponse(document, status, rule.response);
			return { status: Number(status), ...response };
		}),
		limits: {
			maxBytes: findLimit(MAX_BYTES, 1_048_576),
			maxDepth: findLimit("x-max-depth", 128),
		},
		metricFamilies,
		problemNames: findProblemNames(document.root),
	};
}
