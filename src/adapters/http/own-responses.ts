import { createProblem } from "../../engine/response/problems.ts";
import {
	type MockResponse,
	renderOwn,
	toFetchResponse,
} from "../../engine/response/response.ts";

/** A character that no host and port have, or that `URL` would read as their end. */
const FOREIGN_CHARACTER = /[^!-~]|[/?#@\\]/;

/** Whether the value of a Host header names one host. */
export function namesHost(value: string): boolean {
	return !FOREIGN_CHARACTER.test(value) && URL.canParse(`http://${value}`);
}

/** Creates a response of the server itself, which no session counts. */
export const createOwnResponse = (
	...problem: Parameters<typeof createProblem>
): MockResponse => renderOwn(createProblem(...problem), "GET");

/** The response if anything beside the mock itself fails. */
export const failure: MockResponse = createOwnResponse("failed");

/** @param reason names the handler of the configuration that failed, and says why */
export const createHandlerFailure = (reason: string): Response =>
	toFetchResponse(renderOwn(createProblem("handler", { reason }), "GET"));

/** Sends a browser that opens the URL of the mock to its page. */
export const pageRedirect: MockResponse = {
	status: 302,
	reason: "Found",
	headers: { location: "__mock/", "cache-control": "no-store" },
	body: "",
	assumptions: [],
};

/** RFC 9112 section 3.2 leaves no choice of status to the service. */
export const malformedHost: MockResponse = createOwnResponse("malformedHost");

export const malformedTarget: MockResponse =
	createOwnResponse("malformedTarget");
