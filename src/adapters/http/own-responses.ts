import { createProblem } from "../../engine/response/problems.ts";
import { createRender } from "../../engine/response/render.ts";
import {
	type MockResponse,
	toFetchResponse,
} from "../../engine/response/response.ts";

/** A character that no host and port have, or that `URL` would read as their end. */
const FOREIGN_CHARACTER = /[^!-~]|[/?#@\\]/;

/** Whether the value of a Host header names one host. */
export function namesHost(value: string): boolean {
	return !FOREIGN_CHARACTER.test(value) && URL.canParse(`http://${value}`);
}

const render = createRender();

/** Creates a response of the server itself, which no session counts. */
export const createOwnResponse = (
	...problem: Parameters<typeof createProblem>
): MockResponse => render(createProblem(...problem), "GET");

/** The response if anything beside the mock itself fails. */
export const failure: MockResponse = createOwnResponse("failed");

export const createFailureResponse = (): Response => toFetchResponse(failure);

/** RFC 9112 section 3.2 leaves no choice of status to the service. */
export const malformedHost: MockResponse = createOwnResponse("malformedHost");

export const malformedTarget: MockResponse =
	createOwnResponse("malformedTarget");
