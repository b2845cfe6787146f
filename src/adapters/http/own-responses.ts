import { problem } from "../../engine/response/problems.ts";
import { createRender, FAILURE } from "../../engine/response/render.ts";
import {
	type MockResponse,
	toFetchResponse,
} from "../../engine/response/response.ts";
import type { Reply } from "../../engine/service.ts";

const ANSWER = {
	mediaType: "application/problem+json",
	reason: "Bad Request",
	assumptions: [],
};

/** What no host and port are written with, and what `URL` would read as the end of them. */
const FOREIGN_CHARACTER = /[^!-~]|[/?#@\\]/;

/** Whether the value of a Host header, several joined by commas and spaces, names one host. */
export function namesHost(value: string): boolean {
	return !FOREIGN_CHARACTER.test(value) && URL.canParse(`http://${value}`);
}

const render = createRender({ 400: ANSWER }, []);

/** An answer that is not the service's. */
function own(reply: Reply): MockResponse {
	const rendered = render(reply, "GET");
	return { ...rendered, body: rendered.text };
}

/** What is said where something beside the mock failed. */
export const failure: MockResponse = own(problem("failed", 500, FAILURE));

/** The same for those who answer with objects of the Fetch standard. */
export const failed = (): Response => toFetchResponse(failure);

/** RFC 9112 section 3.2 leaves no choice of status to the service. */
export const malformedHost: MockResponse = own(
	problem("malformedHost", 400, ANSWER),
);
