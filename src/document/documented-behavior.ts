import { errorMessage } from "../values/errors.ts";
import {
	BODILESS,
	essenceOf,
	findByStatus,
	isJsonType,
	isMediaType,
} from "../values/http.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { computeByKey } from "../values/load-once.ts";
import { readExposition } from "../values/read-exposition.ts";
import {
	describeError,
	pointerOf,
	type Validator,
} from "../values/validation.ts";
import {
	createStatusExpectation,
	type ExpectedStatus,
	findStatusViolation,
	readText,
	type SentRequest,
} from "./expect-status.ts";
import type {
	DocumentModel,
	OperationModel,
	ResponseAssumptions,
	ResponseDetails,
	Shape,
} from "./model.ts";
import type { RequestLimits, RequestValidators } from "./validate-request.ts";

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
	/** In lower case. */
	readonly requiredHeaders?: readonly string[] | undefined;
	/** Undefined if the body is not JSON. */
	readonly schema: Shape | undefined;
	readonly example: unknown;
}

/**
 * The requests and responses that the OpenAPI document describes. A target is an operation id, or the reason why a
 * request matches no operation.
 */
export interface DocumentedBehavior {
	readonly operations: readonly OperationModel[];
	/** Returns the ids of the assumptions that each part of a response depends on. */
	findResponseAssumptions(
		target: string,
		status: number,
	): ResponseAssumptions | undefined;
	/** Returns the ids of the assumptions that the operation's request depends on. */
	findRequestAssumptions(operation: string): readonly string[];
	/** Returns the statuses that the document lists as numbers, not as classes or `default`. */
	listStatuses(target: string): readonly number[];
	/** Returns the status that the document expects for the request, and the reason if it is a rejection. */
	expectStatus(target: string, request: SentRequest): ExpectedStatus;
	/**
	 * @param mediaType the media type of the received response. If the document does not list it, returns the response
	 * in the first media type.
	 */
	findResponse(
		target: string,
		status: number,
		mediaType?: string,
	): DocumentedResponse | undefined;
	/** Returns how the response violates the document. Ignores the request. */
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

/** What a document says about one target. */
interface TargetDescription {
	/** By status, class of statuses, or `default`. */
	readonly responses: Readonly<Record<string, ResponseDetails>>;
	readonly requestAssumptions: readonly string[];
	/** By `<target> <status>`, with the media type if it is not the first one. */
	readonly responseValidators: Readonly<Record<string, Validator>>;
	readonly requestValidators: RequestValidators;
}

/** A prepared document with its validators. */
interface PreparedService {
	readonly model: Pick<
		DocumentModel,
		"operations" | "metricFamilies" | "problemNames"
	> & { readonly limits: RequestLimits };
	/** The ids of the operations, and the kinds of unmatched requests. */
	readonly targets: readonly string[];
	/** Returns what the document says about one of the targets. Called once for each target that is used. */
	describe(target: string): TargetDescription;
}

/**
 * Replaces each `anyOf` in the schema by its alternative that requires the property. The others remain for values that
 * conform to them. Shared schemas stay shared.
 */
function chooseAlternative(schema: Shape, property: string): Shape {
	const known = new Map<unknown, unknown>();
	function choose(value: unknown): unknown {
		if (typeof value !== "object" || value === null) return value;
		if (known.has(value)) return known.get(value);
		const chosen = Array.isArray(value)
			? value.map(choose)
			: chooseHere(
					Object.fromEntries(
						Object.entries(value).map(([name, each]) => [name, choose(each)]),
					),
				);
		known.set(value, chosen);
		return chosen;
	}
	const chooseHere = (shape: Shape): Shape => {
		const { anyOf: others } = shape;
		const found = others?.find((each) => each.required?.includes(property));
		return found && others ? { ...found, others } : shape;
	};
	return choose(schema) as Shape;
}

/** By status, class of statuses, or `default`. */
type Responses = Readonly<
	Record<
		string,
		readonly (DocumentedResponse & {
			readonly validate: Validator | undefined;
		})[]
	>
>;

/** Returns the documented responses of a target, by status. */
function readResponses(
	{ operations, problemNames }: PreparedService["model"],
	target: string,
	{ responses, responseValidators }: TargetDescription,
): Responses {
	// If an operation takes a body, the places of errors are in the body, otherwise in the query.
	const place = operations[target]?.bodies.length
		? problemNames.pointer
		: problemNames.parameter;
	const byStatus = Object.entries(responses).map(
		([status, { others = [], requiredHeaders, ...first }]) => {
			const all = [first, ...others].map(
				({ mediaType, example, shape }, index) => ({
					...{ mediaType, example, requiredHeaders },
					schema:
						shape && place !== undefined
							? chooseAlternative(shape, place)
							: shape,
					validate:
						responseValidators[
							`${target} ${status}${index > 0 ? ` ${mediaType}` : ""}`
						],
				}),
			);
			return [status, all] as const;
		},
	);
	return Object.fromEntries(byStatus);
}

function findJsonViolation(
	validate: Validator | undefined,
	statusName: string | undefined,
	status: number,
	text: string,
): string | undefined {
	const body = tryParseJson(text);
	if (body === undefined) return "the response body is not JSON";
	if (validate && !validate(body)) {
		const [error] = validate.errors ?? [];
		const pointer = error && pointerOf(error);
		return `the response body ${pointer && `${pointer} `}${error && describeError(error)}`;
	}
	if (status < 400 || statusName === undefined) return undefined;
	// RFC 9457, section 3.1.2: a problem repeats the status of its response.
	const repeated = isObject(body) ? body[statusName] : undefined;
	return typeof repeated === "number" && repeated !== status
		? `the problem has the status ${repeated}`
		: undefined;
}

/** The media type of metrics in the Prometheus text format. Any other text is not checked. */
const EXPOSITION = /^text\/plain *; *version=/;

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

const typeOf = ({ headers }: Pick<ReceivedResponse, "headers">): string =>
	headers["content-type"] ?? "none";

/** Returns how a response violates the description of its status. */
function findResponseViolation(
	documented: Responses[string][number] | undefined,
	method: string,
	{ status, headers, body }: ReceivedResponse,
	{ problemNames, metricFamilies }: PreparedService["model"],
): string | undefined {
	if (!documented) return `the status ${status} is not documented`;
	const { mediaType, validate, requiredHeaders = [] } = documented;
	const missing = requiredHeaders.find((name) => !(name in headers));
	if (missing !== undefined) return `the header ${missing} is required`;
	if (mediaType === "" || BODILESS.includes(status)) return undefined;
	const actual = typeOf({ headers });
	if (!isMediaType(actual, mediaType))
		return `the content type is ${actual} instead of ${mediaType}`;
	if (method === "HEAD") return undefined;
	const text = readText(body);
	if (isJsonType(essenceOf(mediaType.includes("*") ? actual : mediaType)))
		return findJsonViolation(validate, problemNames.status, status, text);
	return EXPOSITION.test(mediaType)
		? findMetricsViolation(Object.values(metricFamilies), text)
		: undefined;
}

/** Returns what a prepared document says about requests and responses. */
export function createDocumentedBehavior({
	model,
	targets,
	describe,
}: PreparedService): DocumentedBehavior {
	const { operations } = model;
	const known = new Set(targets);
	/** Undefined if the document does not have the target. */
	const describeTarget = computeByKey((target) => {
		if (!known.has(target)) return undefined;
		const described = describe(target);
		const { responses, requestAssumptions, requestValidators } = described;
		const operation = operations[target];
		return {
			...{ responses, requestAssumptions },
			documented: readResponses(model, target, described),
			expectStatus:
				operation &&
				createStatusExpectation(operation, requestValidators, model.limits),
		};
	});
	/** The responses to requests that match no operation, by status. */
	const unmatched = Object.assign(
		{},
		...targets
			.filter((target) => !(target in operations))
			.map((kind) => describeTarget(kind)?.responses),
	);
	const find = (target: string, status: number, mediaType = "") => {
		const all = findByStatus(describeTarget(target)?.documented ?? {}, status);
		const found =
			all?.find((each) => isMediaType(mediaType, each.mediaType)) ?? all?.[0];
		// The schema of a range of media types describes JSON only.
		return found?.mediaType.includes("*") && !isJsonType(mediaType)
			? { ...found, schema: undefined }
			: found;
	};
	const behavior: DocumentedBehavior = {
		operations: Object.values(operations),
		findResponseAssumptions: (target, status) =>
			(
				findByStatus(describeTarget(target)?.responses ?? {}, status) ??
				unmatched[status]
			)?.assumptions,
		findRequestAssumptions: (operation) =>
			describeTarget(operation)?.requestAssumptions ?? [],
		listStatuses: (target) =>
			Object.keys(describeTarget(target)?.documented ?? {})
				.map(Number)
				.filter(Number.isInteger),
		expectStatus: (target, request) =>
			describeTarget(target)?.expectStatus?.(request) ?? {
				status: Number(behavior.listStatuses(target)[0]),
				...(target === "unknownPath" && {
					because: `no path is ${request.path.replace(/\?.*/s, "")}`,
				}),
			},
		findResponse: find,
		findResponseViolation: (target, method, response) =>
			findResponseViolation(
				find(target, response.status, typeOf(response)),
				method,
				response,
				model,
			),
		findViolation(target, request, response) {
			const operation = operations[target];
			const violation =
				operation && find(target, response.status)
					? findStatusViolation(
							operation,
							behavior.expectStatus(target, request),
							response.status,
						)
					: undefined;
			return (
				violation ??
				behavior.findResponseViolation(target, request.method, response)
			);
		},
	};
	return behavior;
}
