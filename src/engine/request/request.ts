import type { HeaderList } from "../../journal/entry.ts";

/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** The start of a body. */
export interface BodyStart {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Continues a body that is longer; undefined if `bytes` is the whole. */
	readonly rest?: AsyncIterator<Uint8Array>;
}

/** Reads the start of a body: about `maxBytes`, or the whole if it is shorter. */
async function readFetchBodyStart(
	request: Request,
	maxBytes: number,
): Promise<BodyStart | "incomplete"> {
	const chunks = streamFetchBody(request);
	const read: Uint8Array<ArrayBuffer>[] = [];
	const join = async () => new Uint8Array(await new Blob(read).arrayBuffer());
	let length = 0;
	try {
		while (length <= maxBytes) {
			const { done, value } = await chunks.next();
			if (done) return { bytes: await join() };
			read.push(value);
			length += value.byteLength;
		}
	} catch {
		return "incomplete";
	}
	return { bytes: await join(), rest: chunks };
}

/** Returns the chunks of the body of a request. */
async function* streamFetchBody({
	body,
}: Request): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
	const reader = body?.getReader();
	for (
		let read = await reader?.read();
		read?.value;
		read = await reader?.read()
	)
		yield read.value;
}

/** Returns the bytes of the body. Stops reading as soon as it is known to be larger than `maxBytes`. */
export async function readFetchBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const declared = request.headers.get("content-length");
	if (Number(declared) > maxBytes) return "too large";
	try {
		if (declared !== null) {
			const bytes = new Uint8Array(await request.arrayBuffer());
			return bytes.byteLength > maxBytes ? "too large" : bytes;
		}
		const reader = request.body?.getReader();
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let length = 0;
		for (
			let read = await reader?.read();
			read?.value;
			read = await reader?.read()
		) {
			length += read.value.byteLength;
			if (length > maxBytes) return "too large";
			chunks.push(read.value);
		}
		return new Uint8Array(await new Blob(chunks).arrayBuffer());
	} catch {
		return "incomplete";
	}
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
