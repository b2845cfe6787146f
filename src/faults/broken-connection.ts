/** How a connection ends without an answer: with a reset (TCP's RST), or closed as if all had been said. */
export type Break = "reset" | "empty";

const breaks = new WeakMap<Response, Break>();

/** What stands for a broken connection: a network error to whoever has no socket to break. */
export function brokenConnection(how: Break): Response {
	const response = Response.error();
	breaks.set(response, how);
	return response;
}

/** How to break the socket in place of answering; undefined where the response is one. */
export const howBroken = (response: Response): Break | undefined =>
	breaks.get(response);
