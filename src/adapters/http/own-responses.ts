import type { MockRequest } from "../../engine/request/request.ts";
import {
	composeProblem,
	createProblem,
} from "../../engine/response/problems.ts";
import {
	type MockResponse,
	renderOwn,
	toFetchResponse,
} from "../../engine/response/response.ts";
import { SERVER_PROBLEMS } from "../../schemas/generated/problems.ts";
import type { Texts } from "../../values/json.ts";

/** A character that cannot be in a host or a port, or that ends them for `URL`. */
const FOREIGN_CHARACTER = /[^!-~]|[/?#@\\]/;

/** The last valid value, because clients send the same one repeatedly. */
let knownHost: string | undefined;

/** Whether the value of a Host header names one host. */
export function namesHost(value: string): boolean {
	if (value === knownHost) return true;
	if (FOREIGN_CHARACTER.test(value) || !URL.canParse(`http://${value}`))
		return false;
	knownHost = value;
	return true;
}

/** Creates a response of the server itself. No session counts it. */
export const createOwnResponse = (
	kind: keyof typeof SERVER_PROBLEMS,
	facts: Readonly<Record<string, string | number>> = {},
): MockResponse =>
	renderOwn(composeProblem(SERVER_PROBLEMS[kind], kind, facts), "GET");

/** The response if a part of the server other than the mock fails. */
export const failure: MockResponse = renderOwn(createProblem("failed"), "GET");

/** @param reason names the failed handler of the configuration and the cause */
export const createHandlerFailure = (reason: string): Response =>
	toFetchResponse(renderOwn(createProblem("handler", { reason }), "GET"));

/** Redirects a browser from the URL of the mock to its page. */
export const pageRedirect: MockResponse = {
	status: 302,
	reason: "Found",
	headers: { location: "__mock/", "cache-control": "no-store" },
	body: "",
	assumptions: [],
};

/** RFC 9112 section 3.2 requires this status, so the service has no choice. */
export const malformedHost: MockResponse = createOwnResponse("malformedHost");

export const malformedTarget: MockResponse =
	createOwnResponse("malformedTarget");

const EXPOSED =
	"Mock-Assumptions, Mock-Error, Mock-Forwarded, Mock-Violations, Mock-Lost-Headers, Mock-Session-Restarted, Preference-Applied, Retry-After, WWW-Authenticate, Allow";

/** Allows the origin by name instead of `*`, so that pages may send credentials. */
const allowOrigin = (origin: string): Record<string, string> => ({
	"access-control-allow-origin": origin,
	"access-control-allow-credentials": "true",
	vary: "Origin",
});

/**
 * Returns the response to a preflight request, which allows any method and headers. Returns undefined for other
 * requests.
 */
export function preflight(incoming: MockRequest): MockResponse | undefined {
	if (incoming.method !== "OPTIONS") return undefined;
	const origin = incoming.header("origin");
	const method = incoming.header("access-control-request-method");
	if (origin === null || method === null) return undefined;
	const asked = incoming.header("access-control-request-headers");
	return {
		status: 204,
		reason: "No Content",
		headers: {
			...allowOrigin(origin),
			"access-control-allow-methods": method,
			...(asked !== null && { "access-control-allow-headers": asked }),
			"access-control-max-age": "600",
		},
		body: null,
		assumptions: [],
	};
}

/** The headers that let any page read the response to a request with an unreadable Origin. */
export const anyPageHeaders: Texts = {
	"access-control-allow-origin": "*",
	"access-control-expose-headers": EXPOSED,
};

/** Returns the headers that let the sending page read the response; undefined if no page sent the request. */
export function pageHeaders(incoming: MockRequest): Texts | undefined {
	const origin = incoming.header("origin");
	return origin === null
		? undefined
		: { ...allowOrigin(origin), "access-control-expose-headers": EXPOSED };
}

/** List headers that a forwarded response may already have. */
const LISTS = ["vary", "access-control-expose-headers"];

/** Adds the headers for pages to the headers of a response. */
export function addPageHeaders(
	headers: MockResponse["headers"],
	page: Texts,
): MockResponse["headers"] {
	const added: Record<string, string> = { ...headers, ...page };
	for (const name of LISTS)
		if (headers[name] !== undefined)
			added[name] = [page[name], headers[name]].join(", ");
	return added;
}
