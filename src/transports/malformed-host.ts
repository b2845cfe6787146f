import { problem } from "../mock/problems.ts";
import { createRender, type ResponseConstructor } from "../mock/render.ts";

const ANSWER = {
	mediaType: "application/problem+json",
	reason: "Bad Request",
	assumptions: [],
};

/** RFC 9112 section 3.2 leaves no choice of status to the service. */
export function malformedHost(Response: ResponseConstructor): Response {
	return createRender(
		Response,
		{ 400: ANSWER },
		[],
	)(problem("malformedHost", 400, ANSWER), "GET");
}
