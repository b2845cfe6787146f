import type { QueryPairs } from "./query-parameters.ts";

/** The parts of a request as plain data, which counterexamples can print. */
export interface RequestParts {
	readonly method: string;
	readonly path: string;
	readonly query: QueryPairs;
	/** JSON text, or undefined if the operation takes no body. */
	readonly body?: string;
	readonly contentType?: string;
}

/** Creates a request with this JSON body and without a query. */
export const createJsonRequest = (
	{ method, path }: Pick<RequestParts, "method" | "path">,
	body: unknown,
): RequestParts => ({
	method,
	path,
	query: [],
	body: JSON.stringify(body),
	contentType: "application/json",
});

export function toRequest(
	{ method, path, query, body, contentType }: RequestParts,
	origin = "http://zaps.test",
): Request {
	const search = new URLSearchParams(query.map((pair) => [...pair]));
	return new Request(`${origin}${path}?${search}`, {
		method,
		...(body !== undefined && { body }),
		...(contentType !== undefined && {
			headers: { "content-type": contentType },
		}),
	});
}
