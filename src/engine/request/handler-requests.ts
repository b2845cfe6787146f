import type { MockRequest } from "./request.ts";

/**
 * The header of requests that a handler of the configuration sends. It contains the number of handlers that wait for
 * the response, directly or indirectly, and the id of the request that the handler responds to. Never forwarded to a
 * service.
 */
export const HANDLER_HEADER = "mock-handler-depth";

/** By id, the requests that handlers respond to at the moment. */
const handled = new Map<string, MockRequest>();

const read = (request: Pick<MockRequest, "header">): readonly string[] =>
	request.header(HANDLER_HEADER)?.split(" ") ?? [];

/** Returns how many handlers wait for the response to a request. */
export const readDepth = (request: Pick<MockRequest, "header">): number =>
	Number(read(request)[0] ?? 0);

/**
 * Remembers a request while a handler responds to it.
 * @returns the value of the header for the requests of the handler, and a function that forgets the request
 */
export function rememberHandled(
	request: MockRequest,
): readonly [value: string, forget: () => void] {
	const id = crypto.randomUUID();
	handled.set(id, request);
	const value = `${readDepth(request) + 1} ${id}`;
	return [value, () => handled.delete(id)];
}

/** Returns a request, and the requests of clients for which handlers sent it. */
export function listSenders(request: MockRequest): readonly MockRequest[] {
	const cause = handled.get(read(request)[1] ?? "");
	return cause ? [request, ...listSenders(cause)] : [request];
}
