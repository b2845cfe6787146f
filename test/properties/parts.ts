import type { Query } from "./queries.ts";

/** A request in parts that print well. */
export interface Parts {
	readonly method: string;
	readonly path: string;
	readonly query: Query;
	/** JSON text; absent where the operation takes no body. */
	readonly body?: string;
	readonly contentType?: string;
}

/** A request of the operation with this body and no more. */
export const partsOf = (
	{ method, path }: Pick<Parts, "method" | "path">,
	body: unknown,
): Parts => ({
	method,
	path,
	query: [],
	body: JSON.stringify(body),
	contentType: "application/json",
});

export function toRequest(
	{ method, path, query, body, contentType }: Parts,
	origin = "http://zaps.test",
): Request {
	const search = new URLSearchParams(
		query.map(([name, value]) => [name, value]),
	);
	return new Request(`${origin}${path}?${search}`, {
		method,
		...(body !== undefined && { body }),
		...(contentType !== undefined && {
			headers: { "content-type": contentType },
		}),
	});
}
