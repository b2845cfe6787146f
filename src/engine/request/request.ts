import type { HeaderList } from "../../journal/entry.ts";
import {
	type BodyFailure,
	type BodyStart,
	readFetchBody,
	readFetchBodyStart,
} from "./body.ts";

/** The other end of the connection. */
export interface Caller {
	readonly address: string | undefined;
	readonly httpVersion?: string;
}

/** A request as the engine sees it, whatever transport it came through. */
export interface MockRequest {
	readonly method: string;
	/** Scheme, host and port, like `http://zaps.test`; empty for a request to a server. */
	readonly origin: string;
	/** Undefined if the transport does not know it, as in process. */
	readonly caller?: Caller | undefined;
	/** Path and query, as sent. */
	readonly target: string;
	/**
	 * @param name in lower case
	 * @returns the values, joined by commas; null if the header was not sent
	 */
	header(name: string): string | null;
	/** Names and values in turn. */
	headers(): HeaderList;
	/** Reads the whole body, keeping at most `maxBytes` of it in memory. */
	readBody(maxBytes: number): Promise<Uint8Array | BodyFailure>;
	/** Reads the start of the body: about `maxBytes`, or the whole if it is shorter. */
	readBodyStart(maxBytes: number): Promise<BodyStart | "incomplete">;
	/** Aborted when the client no longer waits for the response. */
	signal(): AbortSignal;
}

/** Adapts a request of the Fetch standard. */
export function fromFetchRequest(request: Request): MockRequest {
	const { url, method, headers } = request;
	const slash = url.indexOf("/", url.indexOf("://") + 3);
	// A request made in process still has its fragment, which is never sent to a server.
	const hash = url.indexOf("#", slash);
	return {
		method,
		origin: url.slice(0, slash),
		target: hash === -1 ? url.slice(slash) : url.slice(slash, hash),
		header: (name) => headers.get(name),
		headers: () => [...headers].flat(),
		readBody: (maxBytes) => readFetchBody(request, maxBytes),
		readBodyStart: (maxBytes) => readFetchBodyStart(request, maxBytes),
		signal: () => request.signal,
	};
}
