import { errorMessage } from "../values/errors.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { essenceOf, isMediaType } from "../values/media-type.ts";
import { describeError, type Validator } from "../values/validation.ts";
import {
	createStatusExpectation,
	type ExpectedStatus,
	findStatusViolation,
	readText,
	type SentRequest,
} from "./expect-status.ts";
import type {
	DocumentDetails,
	DocumentModel,
	OperationModel,
	ResponseAssumptions,
	Shape,
} from "./model.ts";
import { readExposition } from "./read-exposition.ts";
import { nameRequestSchema } from "./schemas.ts";
import type { RequestLimits } from "./validate-request.ts";

/** The response of a service. */
export interface ReceivedResponse {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

/** What the OpenAPI document says about a response. */
export interface DocumentedResponse {
	readonly mediaType: string;
	/** Undefined if the body is not JSON. */
	readonly schema: Shape | undefined;
	readonly example: unknown;
}

/** What the OpenAPI document says about requests and responses. A target is an operation id, or why a request matches no operation. */
export interface DocumentedBehavior {
	readonly operations: readonly OperationModel[];
	/** Returns the ids of the assumptions that each part of a response depends on. */
	findResponseAssumptions(
		target: string,
		status: number,
	): ResponseAssumptions | undefined;
	/** Returns the ids of the assumptions that the operation's request depends on. */
	findRequestAssumptions(operation: string): readonly string[];
	listStatuses(target: string): readonly number[];
	/** Returns the status that the document gives to the request, and why if it is a rejection. */
	expectStatus(target: string, request: SentRequest): ExpectedStatus;
	findResponse(target: string, status: number): DocumentedResponse | undefined;
	/** Returns how the response violates the document, whatever the request was. */
	findResponseViolation(
		target: string,
		method: string,
		response: ReceivedResponse,
	): string | undefined;
	/** Returns how the request or the response violates the document, or undefined if both conform. */
	findViolation(
		target: string,
		request: SentRequest,
		response: ReceivedResponse,
	): string | undefined;
}

/** A prepared document with its validators. */
export interface PreparedService {
	readonly model: Pick<
		DocumentModel,
		"operations" | "unmatchedResponses" | "metricFamilies" | "names"
	> & { readonly limits: RequestLimits };
	readonly details: Pick<DocumentDetails, "responses" | "requestAssumptions">;
	/** By `nameRequestSchema`. */
	readonly requestValidators: Readonly<Record<string, Validator>>;
	/** By `<operation> <status>`, and by the kind of an unmatched request. */
	readonly responseValidators: Readonly<Record<string, Validator>>;
}

function findBodyViolation(
	validate: Validator | undefined,
	statusName: string | undefined,
	status: number,
	text: string,
): string | undefined {
	const body = tryParseJson(text);
	if (body === undefined) return "the response body is not JSON";
	if (validate && !validate(body)) {
		const [error] = validate.errors ?? [];
		return `the response body ${error?.instancePath} ${error && describeError(error)}`;
	}
	if (status < 400 || statusName === undefined) return undefined;
	// RFC 9457, section 3.1.2: a problem repeats the status of its response.
	const repeated = isObject(body) ? body[statusName] : undefined;
	return typeof repeated === "number" && repeated !== status
		? `the problem has the status ${repeated}`
		: undefined;
}

function findMetricsViolation(
	families: readonly unknown[],
	text: string,
): string | undefined {
	try {
		const { types } = readExposition(text);
		const wrong = families
			.filter(isObject)
			.find(({ name, type }) => types.get(String(name)) !== type);
		return wrong && `the metric family ${wrong.name} is not a ${wrong.type}`;
	} catch (error) {
		return errorMessage(error);
	}
}

/** Of the alternatives below the schema, keeps the one that requires the property. */
function chooseAlternative(schema: Shape, property: string | undefined): Shape {
	if (property === undefined) return schema;
	const chosen = schema.anyOf?.find(({ required }) =>
		required?.includes(property),
	);
	if (chosen) return chosen;
	const { properties, items } = schema;
	const choose = (each: Shape): Shape => chooseAlternative(each, property);
	return {
		...schema,
		...(items && { items: choose(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, each]) => [name, choose(each)]),
			),
		}),
	};
}

/** The documented responses of each target: an operation, or why a request matches none. */
interface Responses {
	/** Returns the media type of each response, by status. */
	list(
		target: string,
	): Readonly<Record<string, { readonly mediaType: string }>>;
	readonly find: DocumentedBehavior["findResponse"];
	/** Returns how a response violates the document, whatever the request was. */
	readonly findViolation: DocumentedBehavior["findResponseViolation"];
}

function createResponses({
	model,
	details,
	responseValidators,
}: PreparedService): Responses {
	const { operations, unmatchedResponses, names } = model;
	const metricFamilies = Object.values(model.metricFamilies);

	const list: Responses["list"] = (target) => {
		const unmatched = unmatchedResponses[target];
		return unmatched && "status" in unmatched
			? { [unmatched.status]: unmatched }
			: (operations[target]?.responses ?? {});
	};

	/** An operation with a body locates errors in it, and any other one in the query. */
	function findShape(target: string, status: number): Shape | undefined {
		const shape = details.responses[target]?.[status]?.shape;
		const hasBody = (operations[target]?.bodies.length ?? 0) > 0;
		const property = hasBody
			? names.bodyError?.pointer
			: names.queryError?.parameter;
		return shape && chooseAlternative(shape, property);
	}

	const shapes = new Map<string, Shape | undefined>();
	return {
		list,
		find(target, status) {
			const documented = list(target)[status];
			if (!documented) return undefined;
			const key = `${target} ${status}`;
			if (!shapes.has(key)) shapes.set(key, findShape(target, status));
			return {
				...documented,
				schema: shapes.get(key),
				example: details.responses[target]?.[status]?.example,
			};
		},
		findViolation(target, method, { status, headers, body }) {
			const documented = list(target)[status];
			if (!documented) return `the status ${status} is not documented`;
			const { mediaType } = documented;
			const actual = headers["content-type"] ?? "none";
			if (!isMediaType(actual, mediaType))
				return `the content type is ${actual} instead of ${mediaType}`;
			if (method === "HEAD") return undefined;
			const text = readText(body);
			const name = target in operations ? `${target} ${status}` : target;
			return essenceOf(mediaType).endsWith("json")
				? findBodyViolation(
						responseValidators[name],
						names.problem?.status,
						status,
						text,
					)
				: findMetricsViolation(metricFamilies, text);
		},
	};
}

/** Returns the function that says which status each operation gives to a request, by operation id. */
const createExpectations = ({
	model: { operations, limits },
	requestValidators,
}: PreparedService) =>
	new Map(
		Object.values(operations).map((operation: OperationModel) => [
			operation.id,
			createStatusExpectation(
				operation,
				{
					validateQuery:
						requestValidators[nameRequestSchema(operation.id, "query")],
					validateBody:
						requestValidators[nameRequestSchema(operation.id, "body")],
				},
				limits,
			),
		]),
	);

/** Returns what a prepared document says about requests and responses. */
export function createDocumentedBehavior(
	service: PreparedService,
): DocumentedBehavior {
	const { model, details } = service;
	const { operations, unmatchedResponses } = model;
	const responses = createResponses(service);
	const expectations = createExpectations(service);
	const expectStatus: DocumentedBehavior["expectStatus"] = (target, request) =>
		expectations.get(target)?.(request) ?? {
			status: Number(Object.keys(responses.list(target))[0]),
		};
	/** The responses to requests that match no operation, by status. */
	const unmatched = Object.assign(
		{},
		...Object.keys(unmatchedResponses).map((kind) => details.responses[kind]),
	);
	return {
		operations: Object.values(operations),
		findResponseAssumptions: (target, status) =>
			(details.responses[target]?.[status] ?? unmatched[status])?.assumptions,
		findRequestAssumptions: (operation) =>
			details.requestAssumptions[operation] ?? [],
		listStatuses: (target) => Object.keys(responses.list(target)).map(Number),
		expectStatus,
		findResponse: responses.find,
		findResponseViolation: responses.findViolation,
		findViolation(target, request, response) {
			const operation = operations[target];
			const isDocumented = response.status in responses.list(target);
			const violation =
				operation && isDocumented
					? findStatusViolation(
							operation,
							expectStatus(target, request),
							response.status,
						)
					: undefined;
			return (
				violation ?? responses.findViolation(target, request.method, response)
			);
		},
	};
}
