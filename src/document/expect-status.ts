import { shorten } from "../values/shorten.ts";
import type { OperationModel } from "./model.ts";
import { createPathFinder } from "./path-template.ts";
import {
	createRequestValidator,
	decodeText,
	problemOf,
	type RequestLimits,
	type RequestValidators,
	type Violation,
} from "./validate-request.ts";

/** A request as it was sent to a service. */
export interface SentRequest {
	readonly method: string;
	/** Relative to the base URL, including the query. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: Uint8Array | string;
}

/** The status that the OpenAPI document expects for a request, and the reason if it is a rejection. */
export interface ExpectedStatus {
	readonly status: number;
	readonly because?: string | undefined;
	/** The part of the request that is invalid, with which `because` begins, such as "the query parameter limit". */
	readonly about?: string | undefined;
	readonly violation?: Violation;
}

const encoder = new TextEncoder();
/** A byte order mark is not valid JSON. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of a body, or the empty string if the message has no body. */
export const readText = (body: Uint8Array | string = ""): string =>
	typeof body === "string" ? body : decoder.decode(body);

const REASONS = {
	tooLarge: "the request is too large",
	unsupportedMedia: "the request is not declared as JSON",
	unsupportedEncoding: "the request has a Content-Encoding",
	notFound: "the path leads to nothing",
} as const;

/** The statuses with which the mock rejects requests, for rejections that the document does not list. */
const STANDARD: Readonly<Record<string, number>> = {
	tooLarge: 413,
	unsupportedMedia: 415,
	unsupportedEncoding: 415,
	notFound: 404,
};

/** The longest part of a pointer that a message shows. The end of a long pointer helps nobody. */
const MAX_POINTER = 79;

function describeViolation(
	violation: Violation,
	{ parameters }: OperationModel,
): Pick<ExpectedStatus, "because" | "about"> {
	const placeOf = (name: string): string =>
		parameters.find((each) => each.name === name)?.in ?? "query";
	if (!("places" in violation)) return { because: REASONS[violation.kind] };
	const [place] = violation.places;
	if (!place) return { because: "the request is invalid" };
	const about =
		"parameter" in place
			? `the ${placeOf(place.parameter)} parameter ${place.parameter}`
			: `the request body ${shorten(place.pointer, MAX_POINTER)}`.trim();
	return { about, because: `${about} ${place.detail}` };
}

/** Creates a function that returns the status that the document expects for a request of an operation. */
export function createStatusExpectation(
	operation: OperationModel,
	validators: RequestValidators,
	limits: RequestLimits,
): (request: SentRequest) => ExpectedStatus {
	const { success, problems } = operation;
	const validate = createRequestValidator(operation, validators, limits);
	const find = createPathFinder([[operation.path, operation]]);
	return ({ path, headers, body = "" }) => {
		const sent = new Headers(headers);
		const bytes = typeof body === "string" ? encoder.encode(body) : body;
		const result = validate(
			{ header: (name) => sent.get(name) },
			path.replace(/^[^?]*/, ""),
			bytes.byteLength > limits.maxBytes ? "too large" : decodeText(bytes),
			[...find(path.replace(/\?.*/s, ""))][0]?.parameters,
		);
		if (!("violation" in result)) return { status: success };
		const kind = problemOf(result.violation, problems);
		return {
			status: problems[kind] ?? STANDARD[kind] ?? problems.invalid ?? 400,
			...describeViolation(result.violation, operation),
			violation: result.violation,
		};
	};
}

/** Returns why the OpenAPI document does not allow this status as the response to a request. */
export function findStatusViolation(
	{ success, problems }: OperationModel,
	expected: ExpectedStatus,
	status: number,
): string | undefined {
	if (status === expected.status) return undefined;
	const { invalid, tooLarge, unsupportedMedia } = problems;
	if (status === tooLarge && status !== invalid)
		return "the request is not too large";
	if (status === unsupportedMedia && status === STANDARD.unsupportedMedia)
		return "the request is declared as JSON";
	const isSuccess = status >= 200 && status < 300;
	if (status !== invalid && !isSuccess) return undefined;
	// A validator cannot see every reason for a rejection, such as a cursor that was never issued. Therefore a status
	// that the
	// document does not list is never the only right one.
	const isListed = Object.values(problems).includes(expected.status);
	return status === invalid && (expected.status === success || !isListed)
		? undefined
		: expected.because;
}
