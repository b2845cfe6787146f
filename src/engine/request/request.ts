import type { HeaderList } from "../../journal/entry.ts";
import { type BodyFailure, readBody } from "./body.ts";

/** What the engine has to know of a request, however it came. */
export interface MockRequest {
	readonly method: string;
	/** Scheme, host and port, like `http://zaps.test`; empty where nobody could ask for another. */
	readonly origin: string;
	/** Path and query, as they came. */
	readonly target: string;
	/** @param name in lower case @returns several values joined by commas, null where there is none */
	header(name: string): string | null;
	/** Names and values in turn. */
	headers(): HeaderList;
	/** Reads the body to its end, holding no more than `maxBytes` of it. */
	readBody(maxBytes: number): Promise<Uint8Array | BodyFailure>;
	/** Aborted when nobody waits for the answer any more. */
	signal(): AbortSignal;
}

/** A request of the Fetch standard, as the engine takes it. */
export function fromFetchRequest(request: Request): MockRequest {
	const { url, method, headers } = request;
	const slash = url.indexOf("/", url.indexOf("://") + 3);
	// A request made in process still has its fragment, which never reaches a server.
	const hash = url.indexOf("#", slash);
	return {
		method,
		origin: url.slice(0, slash),
		target: hash === -1 ? url.slice(slash) : url.slice(slash, hash),
		header: (name) => headers.get(name),
		headers: () => [...headers].flat(),
		readBody: (maxBytes) => readBody(request, maxBytes),
		signal: () => request.signal,
	};
}
