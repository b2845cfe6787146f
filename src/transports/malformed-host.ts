import { problem } from "../mock/problems.ts";
import { createRender, type ResponseConstructor } from "../mock/render.ts";

const ANSWER = {
	mediaType: "application/problem+json",
	reason: "Bad Request",
	assumptions: [],
};

const render = createRender({ 400: ANSWER }, []);

/** What no host and port are written with, and what `URL` would read as the end of them. */
const FOREIGN_CHARACTER = /[^!-~]|[/?#@\\]/;

/** Whether the value of a Host header, several joined by commas and spaces, names one host. */
export function namesHost(value: string): boolean {
	return !FOREIGN_CHARACTER.test(value) && URL.canParse(`http://${value}`);
}

/** RFC 9112 section 3.2 leaves no choice of status to the service. */
export function malformedHost(Response: ResponseConstructor): Response {
	const { status, reason, headers, text } = render(
		problem("malformedHost", 400, ANSWER),
		"GET",
	);
	return new Response(text, { status, statusText: reason, headers });
}
