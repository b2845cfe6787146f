import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import { CANNOT_CHECK } from "../document/evaluate.ts";
import type { SentRequest } from "../document/expect-status.ts";
import type { ReceivedResponse } from "../document/find-response-violation.ts";
import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import type {
	ActiveForward,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type { BodyStart } from "../engine/request/request.ts";
import type { Violation } from "../journal/entry.ts";
import { createHider } from "../values/create-hider.ts";
import { toPath } from "../values/describe-place.ts";
import { isMediaType } from "../values/http.ts";
import { parsePointer } from "../values/json.ts";
import { shorten } from "../values/shorten.ts";
import { listHeaders } from "./message-headers.ts";
import {
	findRequestViolations,
	type RequestRejection,
} from "./request-violations.ts";

const MAX_LENGTH = 200;

type Place = Pick<Violation, "where" | "expected" | "actual">;

/** The maximum number of violations in an entry of the journal. */
const MAX_VIOLATIONS = 50;
/** The maximum number of deviations. Items of an array often violate the same rule, which counts as one violation. */
const MAX_DEVIATIONS = 1_000;

/** What is checked of a forwarded request. */
export interface CheckedRequest
	extends Pick<ForwardRequest, "method" | "path" | "search" | "headers"> {
	readonly operation: Pick<
		OperationModel,
		"id" | "success" | "parameters" | "problems"
	>;
	readonly body: Pick<BodyStart, "bytes">;
	readonly target: Pick<ActiveForward, "headers">;
	readonly rejection: RequestRejection | undefined;
}

function toSentRequest(request: CheckedRequest): SentRequest {
	const { method, path, search, headers, body } = request;
	return {
		method,
		path: path + search,
		headers: Object.fromEntries(listHeaders(headers)),
		body: body.bytes,
	};
}

export type CheckedResponse = Omit<ReceivedResponse, "body"> & {
	/** Undefined if the body is unknown. */
	readonly body: Uint8Array | undefined;
};

/** Compares the status and the headers. */
function findHeadPlaces(
	documented: DocumentedBehavior,
	id: string,
	response: CheckedResponse,
	status: number,
): readonly Place[] {
	if (response.status !== status)
		return [
			{ where: "status", expected: `${status}`, actual: `${response.status}` },
		];
	const actual = response.headers["content-type"] ?? "none";
	const expected =
		documented.findResponse(id, status, actual)?.mediaType ?? "none";
	if (expected === "") return [];
	return isMediaType(actual, expected)
		? []
		: [{ where: "header content-type", expected, actual }];
}

function findPlaces(
	documented: DocumentedBehavior,
	forwarded: CheckedRequest,
	received: CheckedResponse,
	status: number,
): readonly Place[] {
	const { id } = forwarded.operation;
	const { body } = received;
	if (!body) return findHeadPlaces(documented, id, received, status);
	const response = { ...received, body };
	const violation =
		documented.findResponseViolation(id, forwarded.method, response) ??
		(received.status === status ? undefined : "its status is not allowed");
	if (violation === undefined) return [];
	if (violation.endsWith(CANNOT_CHECK)) throw new Error(violation);
	const request = toSentRequest(forwarded);
	const exchange = { target: id, request, response, status };
	const { authorization = "", cookie = "" } = request.headers ?? {};
	const credentials = Object.entries({ authorization, cookie });
	credentials.push(...Object.entries(forwarded.target.headers));
	const options = {
		maxDeviations: MAX_DEVIATIONS,
		hide: (text: string) => createHider(credentials)(text),
	};
	const { deviations } = judgeResponse(documented, exchange, options);
	if (deviations.length > 0) return deviations;
	// `verify` would find no difference in this response.
	const [, pointer, detail = ""] =
		/^the response body(?: (\/\S*))? (.+)$/s.exec(violation) ?? [];
	const place = pointer === undefined ? "$" : toPath(parsePointer(pointer));
	if (detail === "is required")
		return [{ where: place, expected: "a value", actual: "missing" }];
	const [, rule] = /^must (.+)$/s.exec(detail) ?? [];
	// Without the value, which may contain a credential.
	if (rule !== undefined)
		return [{ where: place, expected: `to ${rule}`, actual: "another value" }];
	return [
		{
			where: /^the content type /.test(violation)
				? "header content-type"
				: place,
			expected: "a response that conforms to the OpenAPI document",
			actual: `a response that does not: ${violation}`,
		},
	];
}

/** The headers of a request whose response may be 304. */
const CONDITIONAL = /^if-(none-match|modified-since)$/;

/** Finds the violations of the OpenAPI document in an exchange, one for each place. */
export function findViolations(
	documented: DocumentedBehavior,
	forwarded: CheckedRequest,
	response: CheckedResponse,
): readonly Violation[] {
	const { operation } = forwarded;
	const { id, success, problems } = operation;
	const names = listHeaders(forwarded.headers).map(([name]) => name);
	// The client may already have the response (RFC 9110 section 13).
	const isConditional = names.some((name) => CONDITIONAL.test(name));
	if (response.status === 304 && isConditional) return [];
	const given = forwarded.rejection?.status;
	// Only the mock cannot read a long or an encoded body for which the document has no response.
	const isOwnRule =
		(given === 413 && problems.tooLarge === undefined) ||
		(given === 415 &&
			problems.unsupportedEncoding === undefined &&
			names.includes("content-encoding"));
	const rejection = isOwnRule ? undefined : forwarded.rejection;
	const checked = { ...forwarded, rejection };
	const isAllowed =
		documented.findResponse(id, response.status) !== undefined &&
		(response.status >= 400 || !rejection);
	const status = isAllowed ? response.status : (rejection?.status ?? success);
	const places = findPlaces(documented, checked, response, status);
	const found = new Map<string, Violation>();
	// A service conforms if it rejects a request that the OpenAPI document tells it to reject, and the client sees the
	// reason.
	if (rejection && status !== response.status)
		for (const violation of findRequestViolations(
			toSentRequest(forwarded),
			rejection,
			operation.parameters,
		))
			found.set(violation.where, {
				...violation,
				assumptions: documented.findRequestAssumptions(id),
			});
	for (const { where, ...values } of places) {
		const isAccepted = rejection !== undefined && where === "status";
		const expected = isAccepted
			? `${rejection.status}, since the request violates the OpenAPI document`
			: shorten(values.expected, MAX_LENGTH);
		const actual = shorten(values.actual, MAX_LENGTH);
		const message =
			actual === "missing"
				? `${where} is required`
				: `${where}: expected ${expected}, but found ${actual}`;
		if (found.size === MAX_VIOLATIONS) break;
		found.set(message, {
			where,
			expected,
			actual,
			message,
			assumptions: findRefutedAssumptions(
				documented,
				{ operation: id, status },
				{ where, actual },
			),
		});
	}
	return [...found.values()];
}
