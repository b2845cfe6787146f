import type { HeaderList } from "../../journal/entry.ts";
import { ByteList } from "../../values/byte-list.ts";

/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** The start of a body. */
export interface BodyStart {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** The rest of a longer body; undefined if `bytes` is the whole body. */
	readonly rest?: AsyncIterator<Uint8Array>;
}

/** Yields the rest of a body. */
async function* streamRest(
	reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
	while (reader) {
		const { value } = await reader.read();
		if (!value) return;
		yield value;
	}
}

/** Reads the start of a body: about `maxBytes`, or the whole body if it is shorter. */
async function readFetchBodyStart(
	{ body }: Request,
	maxBytes: number,
): Promise<BodyStart | "incomplete"> {
	const reader = body?.getReader();
	const list = new ByteList();
	try {
		while (list.length <= maxBytes) {
			const value = (await reader?.read())?.value;
			if (!value) return { bytes: list.bytes() };
			list.add(value);
		}
	} catch {
		return "incomplete";
	}
	return { bytes: list.bytes(), rest: streamRest(reader) };
}

/**
 * Returns the bytes of the body. Stops reading once the body is larger than `maxBytes`.
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

/** A request for the engine, from any transport. */
export interface MockRequest {
	readonly method: string;
	/** Scheme, host and port, like `http://zaps.test`; empty for a request to a server. */
	readonly origin: string;
	/** Undefined if the transport does not know its caller, as in process. */
	readonly caller?: Caller | undefined;
	/** Path and query, as sent. */
	readonly target: string;
	/**
	 * @param name in lower case
	 * @returns the values, joined by commas; null if the header was not sent
	 */
	header(name: string): string | null;
	/** A list in which each name is followed by its value. */
	headers(): HeaderList;
	/** Reads the whole body. Keeps at most `maxBytes` of it in memory. */
	readBody(maxBytes: number): Promise<Uint8Array | BodyFailure>;
	/** Reads the start of the body: about `maxBytes`, or the whole body if it is shorter. */
	readBodyStart(maxBytes: number): Promise<BodyStart | "incomplete">;
	/** Aborted when the client no longer waits for the response. */
	signal(): AbortSignal;
}

/** Returns the cookies of the page, because browsers hide the header from scripts. */
const pageCookies = ({ credentials }: Request): string | null =>
	(credentials !== "omit" && globalThis.document?.cookie) || null;

/** Adapts a Fetch request. */
export function fromFetchRequest(request: Request): MockRequest {
	const { url, method, headers } = request;
	const slash = url.indexOf("/", url.indexOf("://") + 3);
	// In process, a request still contains its fragment, which clients never send.
	const hash = url.indexOf("#", slash);
	return {
		method,
		origin: url.slice(0, slash),
		target: hash === -1 ? url.slice(slash) : url.slice(slash, hash),
		header: (name) =>
			headers.get(name) ?? (name === "cookie" ? pageCookies(request) : null),
		headers: () => [...headers].flat(),
		readBody: (maxBytes) => readFetchBody(request, maxBytes),
		readBodyStart: (maxBytes) => readFetchBodyStart(request, maxBytes),
		signal: () => request.signal,
	};
}

/** The part of a Node stream that is used. Its events take a third of the time of its async iterator. */
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
		// The listener stays, because the stream may fail before the rest is read.
		source.on("error", fail);
		source.on("close", () => {
			if (!isEnded) fail(new Error("The stream closed early."));
		});
	});
}

/**
 * A sign that a request may come from another machine. `remedy` tells a client on this machine how to avoid the sign.
 */
export interface RemoteSign {
	readonly fact: string;
	readonly remedy: string;
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
/** Names below `localhost` always mean this machine (RFC 6761, section 6.3). */
const LOOPBACK_HOST =
	/^(([^.:/?#@\\]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d*)?$/i;
const PROXY_HEADER = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/i;

/**
 * Returns why a request may not come from this machine: the connection, a proxy, or a host name that DNS rebinding
 * may have redirected.
 */
export function findRemoteSign(
	request: Pick<MockRequest, "header" | "headers">,
	{ address, httpVersion }: Caller,
): RemoteSign | undefined {
	if (address === undefined || !LOOPBACK_ADDRESS.test(address))
		return {
			fact: `The request came from ${address ?? "an unknown address"}`,
			remedy: "On this machine, use 127.0.0.1",
		};
	const proxyHeader = request
		.headers()
		.find((name, index) => index % 2 === 0 && PROXY_HEADER.test(name));
	if (proxyHeader !== undefined)
		return {
			fact: `The request has the header ${proxyHeader.toLowerCase()}, so it came through a proxy and may be from another machine`,
			remedy: "Send it directly",
		};
	// By default, this is the only sign of nginx.
	if (httpVersion === "1.0")
		return {
			fact: "The request uses HTTP/1.0, so it may have come through a proxy from another machine",
			remedy: "Send it directly, with HTTP/1.1",
		};
	const host = request.header("host");
	if (host === null || !LOOPBACK_HOST.test(host))
		return {
			fact: `The Host header is ${host ?? "missing"}, which does not name this machine`,
			remedy: "Use localhost or 127.0.0.1",
		};
	return undefined;
}

/** Whether the origin of a page is on this machine, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
	const [, host = ""] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
	return LOOPBACK_HOST.test(host);
}

/** Whether the origin of a page is the host that the request was sent to. */
export const isOwnOrigin = (origin: string, host: string | null): boolean =>
	["http", "https"].some((scheme) => {
		const own = `${scheme}://${host}`;
		return URL.canParse(own) && new URL(own).origin === origin;
	});

/**
 * Whether a page of another origin sent the request. Pages of this machine, and pages of the requested host, are not
 * foreign. Other clients send none of these headers.
 */
export function isForeignPage(request: Pick<MockRequest, "header">): boolean {
	// Images, links and other requests that change nothing have no Origin.
	const sender = request.header("origin") ?? request.header("referer");
	if (sender === null) return request.header("sec-fetch-site") === "cross-site";
	// An opaque origin is sent as "null".
	if (!URL.canParse(sender)) return true;
	const { origin } = new URL(sender);
	return (
		!isLoopbackOrigin(origin) && !isOwnOrigin(origin, request.header("host"))
	);
}
