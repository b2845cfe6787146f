import type {
	DocumentedBehavior,
	ReceivedResponse,
} from "../document/documented-behavior.ts";
import { readText, type SentRequest } from "../document/expect-status.ts";
import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import type { ForwardRequest } from "../engine/forwarding/forwarder.ts";
import type { Reply } from "../engine/model/service.ts";
import type { Violation } from "../journal/entry.ts";
import { isMediaType } from "../values/http.ts";
import { isObject, parsePointer, tryParseJson } from "../values/json.ts";
import { listHeaders } from "./message-headers.ts";

/** Of a value in a request. */
const MAX_VALUE_LENGTH = 100;

/** Returns `$.steps[0].command` for the JSON pointer `/steps/0/command`. */
const toPath = (steps: readonly string[]): string =>
	steps.reduce(
		(path, step) => path + (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`),
		"$",
	);

function describeValue(value: unknown): string {
	if (value === undefined) return "missing";
	// Each value has at least one character, and JSON.stringify overflows the stack if they are nested too deeply.
	let visited = 0;
	const text = JSON.stringify(value, (_, each) => {
		visited += 1;
		return visited > MAX_VALUE_LENGTH + 1 ? null : each;
	});
	return text.length > MAX_VALUE_LENGTH
		? `${text.slice(0, MAX_VALUE_LENGTH)}…`
		: text;
}

function toViolation(
	{ headers, path }: SentRequest,
	body: unknown,
	place: Readonly<Record<string, unknown>>,
): Omit<Violation, "assumptions"> {
	const expected = String(place.detail);
	const at = (where: string, value: unknown) => ({
		where: `request ${where}`,
		expected,
		actual: describeValue(value),
		message: `request ${where} ${expected}`,
	});
	if (typeof place.parameter === "string") {
		const sent = new URLSearchParams(path.split("?")[1]);
		return at(`query ${place.parameter}`, sent.getAll(place.parameter).join());
	}
	const steps = parsePointer(String(place.pointer));
	let value = body;
	for (const step of steps)
		value =
			typeof value === "object" && value !== null && Object.hasOwn(value, step)
				? Reflect.get(value, step)
				: undefined;
	// What is not JSON has no value, but is not missing.
	if (steps.length === 0 && value === undefined)
		return at("$", headers?.["content-type"] ?? "text");
	return at(toPath(steps), value);
}

/** Returns what is wrong with a request, by how the mock would reject it. */
export function findRequestViolations(
	request: SentRequest,
	{ status, body }: Reply,
): readonly Omit<Violation, "assumptions">[] {
	const { errors, detail } = isObject(body) ? body : {};
	if (Array.isArray(errors)) {
		const sent = tryParseJson(readText(request.body));
		return errors
			.filter(isObject)
			.map((place) => toViolation(request, sent, place));
	}
	const where = status === 413 ? "request body" : "request header content-type";
	const actual =
		status === 413
			? "a longer body"
			: (request.headers?.["content-type"] ?? "none");
	return [{ where, expected: `no ${status}`, actual, message: String(detail) }];
}

type Place = Pick<Violation, "where" | "expected" | "actual">;

/** More would only make the journal long. */
const MAX_VIOLATIONS = 50;
/** Items of an array often violate the same rule, which is one violation. */
const MAX_DEVIATIONS = 1_000;
const MAX_LENGTH = 200;

const shorten = (text: string): string =>
	text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;

function toSentRequest({
	method,
	operation,
	search,
	headers,
	body: { bytes },
}: ForwardRequest): SentRequest {
	return {
		method,
		path: operation.path + search,
		headers: Object.fromEntries(listHeaders(headers)),
		body: bytes,
	};
}

/** Whether the OpenAPI document allows the status as the response to the request. */
function isAllowed(
	documented: DocumentedBehavior,
	{ operation: { id, problems }, rejection }: ForwardRequest,
	status: number,
): boolean {
	if (!documented.listStatuses(id).includes(status)) return false;
	if (rejection) return status >= 400;
	return status !== problems.tooLarge && status !== problems.unsupportedMedia;
}

/** Finds what is wrong with a response that conforms in all that the differences of `verify` are about. */
function describeOther(violation: string): Place {
	return {
		where: /^the content type /.test(violation) ? "header content-type" : "$",
		expected: "a response that conforms to the OpenAPI document",
		actual: `a response that does not: ${violation}`,
	};
}

function findPlaces(
	documented: DocumentedBehavior,
	forwarded: ForwardRequest,
	response: ReceivedResponse,
	status: number,
): readonly Place[] {
	const { id } = forwarded.operation;
	const { method } = forwarded;
	const violation = documented.findResponseViolation(id, method, response);
	if (violation === undefined && response.status === status) return [];
	const request = toSentRequest(forwarded);
	const { deviations } = judgeResponse(
		documented,
		{ target: id, request, response, status },
		{ maxDeviations: MAX_DEVIATIONS },
	);
	return deviations.length > 0
		? deviations
		: [describeOther(violation ?? "its status is not allowed")];
}

/** Compares what is known before the body. */
function findHeadPlaces(
	documented: DocumentedBehavior,
	{ operation: { id } }: ForwardRequest,
	response: Omit<ReceivedResponse, "body">,
	status: number,
): readonly Place[] {
	if (response.status !== status)
		return [
			{ where: "status", expected: `${status}`, actual: `${response.status}` },
		];
	const expected = documented.findResponse(id, status)?.mediaType ?? "none";
	const actual = response.headers["content-type"] ?? "none";
	return isMediaType(actual, expected)
		? []
		: [{ where: "header content-type", expected, actual }];
}

/**
 * Finds each place once where an exchange violates the OpenAPI document.
 * @param response without a body if it is not known
 */
export function findViolations(
	documented: DocumentedBehavior,
	forwarded: ForwardRequest,
	response: Omit<ReceivedResponse, "body"> & { readonly body?: Buffer },
): readonly Violation[] {
	const { operation, rejection } = forwarded;
	const { id, success } = operation;
	const status = isAllowed(documented, forwarded, response.status)
		? response.status
		: (rejection?.status ?? success);
	const { body } = response;
	const places = body
		? findPlaces(documented, forwarded, { ...response, body }, status)
		: findHeadPlaces(documented, forwarded, response, status);
	const found = new Map<string, Violation>();
	// A service that rejects what the OpenAPI document tells it to reject conforms, and the client sees the reason.
	if (rejection && status !== response.status)
		for (const violation of findRequestViolations(
			toSentRequest(forwarded),
			rejection,
		))
			found.set(violation.where, {
				...violation,
				assumptions: documented.findRequestAssumptions(id),
			});
	for (const { where, ...values } of places) {
		const isAccepted = rejection !== undefined && where === "status";
		const expected = isAccepted
			? `${rejection.status}, since the request violates the OpenAPI document`
			: shorten(values.expected);
		const actual = shorten(values.actual);
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
