import type { HeaderList } from "../../journal/entry.ts";
import { ByteList } from "../../values/byte-list.ts";

/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** The start of a body. */
export interface BodyStart {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Continues a body that is longer; undefined if `bytes` is the whole. */
	readonly rest?: AsyncIterator<Uint8Array>;
}

/** Continues a body. */
async function* streamRest(
	reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
	for (
		let read = await reader?.read();
		read?.value;
		read = await reader?.read()
	)
		yield read.value;
}

/** Reads the start of a body: about `maxBytes`, or the whole if it is shorter. */
async function readFetchBodyStart(
	{ body }: Request,
	maxBytes: number,
): Promise<BodyStart | "incomplete"> {
	const reader = body?.getReader();
	const list = new ByteList();
	while (list.length <= maxBytes) {
		const read = await reader?.read().catch(() => "incomplete" as const);
		if (read === "incomplete") return read;
		if (!read?.value) return { bytes: list.bytes() };
		list.add(read.value);
	}
	return { bytes: list.bytes(), rest: streamRest(reader) };
}

/**
 * Returns the bytes of the body. Stops reading as soon as it is known to be larger than `maxBytes`.
 * @throws TypeError if the body was read before
 */
export async function readFetchBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const declared = request.headers.get("content-length");
	if (Number(declared) > maxBytes) return "too large";
	if (request.bodyUsed) throw new TypeError("The body was read before.");
	if (declared !== null) {
		const read = await request.arrayBuffer().catch(() => undefined);
		if (!read) return "incomplete";
		return read.byteLength > maxBytes ? "too large" : new Uint8Array(read);
	}
	const start = await readFetchBodyStart(request, maxBytes);
	if (start === "incomplete") return start;
	return start.rest ? "too large" : start.bytes;
}

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

/** What is used of a stream of Node. Its events cost a third of its async iterator. */
export interface NodeStream extends AsyncIterable<Uint8Array> {
	on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
	on(event: "end" | "close", listener: () => void): unknown;
	on(event: "error", listener: (error: unknown) => void): unknown;
	off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
	pause(): unknown;
}

/**
 * Reads a stream until its end, until there are more than `maxBytes`, or until `maxWaitMs` have passed.
 * @throws the error of the stream, or an error if it closed early
 */
export function readStreamStart(
	source: NodeStream,
	maxBytes: number,
	maxWaitMs?: number,
): Promise<BodyStart> {
	return new Promise((resolve, reject) => {
		const list = new ByteList();
		let isEnded = false;
		const timer =
			maxWaitMs === undefined ? undefined : setTimeout(stop, maxWaitMs);
		function onData(chunk: Uint8Array): void {
			list.add(chunk);
			if (list.length > maxBytes) stop();
		}
		function stop(): void {
			clearTimeout(timer);
			source.off("data", onData);
			source.pause();
			resolve({ bytes: list.bytes(), rest: source[Symbol.asyncIterator]() });
		}
		function fail(error: unknown): void {
			clearTimeout(timer);
			reject(error);
		}
		source.on("data", onData);
		source.on("end", () => {
			clearTimeout(timer);
			isEnded = true;
			resolve({ bytes: list.bytes() });
		});
		// Stays, since the rest may break before it is read.
		source.on("error", fail);
		source.on("close", () => {
			if (!isEnded) fail(new Error("The stream closed early."));
		});
	});
}
