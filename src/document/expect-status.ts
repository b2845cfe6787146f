import { decodeText } from "./json-body.ts";
import type { OperationModel } from "./model.ts";
import {
	createRequestValidator,
	type RequestBody,
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

/** The status that the OpenAPI document gives to a request, and why if it is a rejection. */
export interface ExpectedStatus {
	readonly status: number;
	readonly because?: string | undefined;
}

const encoder = new TextEncoder();
/** A byte order mark is not valid JSON. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of a body, or the empty string if the message has no body. */
export const readText = (body: Uint8Array | string = ""): string =>
	typeof body === "string" ? body : decoder.decode(body);

function readBody(
	body: Uint8Array | string = "",
	{ maxBytes }: RequestLimits,
): RequestBody {
	const bytes = typeof body === "string" ? encoder.encode(body) : body;
	return bytes.byteLength > maxBytes ? "too large" : decodeText(bytes);
}

function describeViolation(violation: Violation): string {
	if (violation.kind === "tooLarge") return "the request is too large";
	if (violation.kind === "unsupportedMedia")
		return "the request is not declared as JSON";
	if (violation.kind === "unsupportedEncoding")
		return "the request has a Content-Encoding";
	const [place] = violation.places;
	if (!place) return "the request is invalid";
	return "parameter" in place
		? `the query parameter ${place.parameter} ${place.detail}`
		: `the request body ${place.pointer} ${place.detail}`.replace("  ", " ");
}

/** Creates the function that says which status an operation gives to a request. */
export function createStatusExpectation(
	operation: OperationModel,
	validators: RequestValidators,
	limits: RequestLimits,
): (request: SentRequest) => ExpectedStatus {
	const validate = createRequestValidator(operation, validators, limits);
	const { success, problems } = operation;
	return ({ path, headers, body }) => {
		const sent = new Headers(headers);
		const search = path.includes("?") ? path.slice(path.indexOf("?")) : "";
		const result = validate(
			{ header: (name) => sent.get(name) },
			search,
			validators.validateBody && readBody(body, limits),
		);
		if (!("violation" in result)) return { status: success };
		const { violation } = result;
		const kind =
			violation.kind === "unsupportedEncoding"
				? "unsupportedMedia"
				: violation.kind;
		return {
			status: problems[kind] ?? 400,
			because: describeViolation(violation),
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
	if (status === tooLarge) return "the request is not too large";
	if (status === unsupportedMedia) return "the request is declared as JSON";
	if (status !== invalid && status !== success) return undefined;
	// A validator cannot see every reason for rejecting a request, such as a cursor that was never issued.
	return status === invalid && expected.status === success
		? undefined
		: expected.because;
}
