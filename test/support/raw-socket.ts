import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

/** An HTTP/1.1 response as received. */
export interface RawResponse {
	readonly status: number;
	/** With lowercase names. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}

/** Summarizes the status, the media type and whether the connection is closed afterwards. */
export function summarize({ status, headers }: RawResponse): string {
	const mediaType = headers.get("content-type")?.replace(/;.*/, "");
	const closing = headers.get("connection") === "close" ? "closing" : undefined;
	return [status, mediaType, closing].filter(Boolean).join(" ");
}

/** A connection that can send any bytes. */
export type RawSocket = Awaited<ReturnType<typeof openSocket>>;

/** Longer than every timeout of the servers under test, but shorter than the timeout of a test. */
const TIMEOUT_MS = 10_000;
const isFinal = ({ status }: RawResponse): boolean => status >= 200;

/** Splits a chunked body from the text after it. Returns undefined while the body is incomplete. */
function readChunked(text: string): { body: string; rest: string } | undefined {
	let body = "";
	let rest = text;
	for (;;) {
		const end = rest.indexOf("\r\n");
		if (end === -1) return undefined;
		const size = Number.parseInt(rest.slice(0, end), 16);
		const after = end + 2 + size + 2;
		if (Number.isNaN(size) || rest.length < after) return undefined;
		body += rest.slice(end + 2, end + 2 + size);
		rest = rest.slice(after);
		if (size === 0) return { body, rest };
	}
}

/**
 * Splits the first response from the text after it. Returns how many characters must arrive first while it is incomplete,
 * 0 if that is not known. Does not support HEAD.
 */
function readResponse(text: string, isClosed: boolean) {
	const end = text.indexOf("\r\n\r\n");
	if (end === -1) return 0;
	const [line = "", ...lines] = text.slice(0, end).split("\r\n");
	const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
	const headers = new Map(
		lines.map((line) => {
			const [name = "", ...value] = line.split(":");
			return [name.toLowerCase(), value.join(":").trim()];
		}),
	);
	const create = (latin1: string, rest: string) => {
		const body = Buffer.from(latin1, "latin1").toString();
		const response: RawResponse = { status, headers, body };
		return { response, rest };
	};
	const start = end + 4;
	const after = text.slice(start);
	if (status < 200 || status === 204) return create("", after);
	if (headers.get("transfer-encoding") === "chunked") {
		const read = readChunked(after);
		return read ? create(read.body, read.rest) : 0;
	}
	const length = headers.get("content-length");
	if (length === undefined) return isClosed ? create(after, "") : 0;
	const needed = start + Number(length);
	if (text.length < needed) return needed;
	return create(text.slice(start, needed), text.slice(needed));
}

/** Opens a connection to the server at `url`, which is destroyed when disposed. */
export async function openSocket(url: string) {
	const { protocol, hostname: host, port } = new URL(url);
	const tcp = connect({ host, port: Number(port), allowHalfOpen: true });
	const isSecure = protocol === "https:";
	const socket: Socket = isSecure
		? connectSecurely({ socket: tcp, rejectUnauthorized: false })
		: tcp;
	const received: RawResponse[] = [];
	const changes = new EventEmitter();
	let rest = "";
	let needed = 0;
	let isClosed = false;
	const onChange = (): void => {
		// Reading each part of a body of many MiB again would take seconds.
		if (rest.length < needed && !isClosed) return;
		let read = readResponse(rest, isClosed);
		for (; typeof read === "object"; read = readResponse(rest, isClosed)) {
			received.push(read.response);
			rest = read.rest;
		}
		needed = read;
		changes.emit("change");
	};
	socket.setEncoding("latin1");
	socket.on("data", (text: string) => {
		rest += text;
		onChange();
	});
	for (const event of ["end", "error", "close"])
		socket.on(event, () => {
			isClosed = true;
			onChange();
		});

	async function waitUntil(isEnough: () => boolean): Promise<RawResponse[]> {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		while (!isClosed && !isEnough())
			await once(changes, "change", { signal }).catch(() => {
				throw new Error(
					`The connection received no response and was not closed within ${TIMEOUT_MS} ms; after ${received.length} responses: ${JSON.stringify(rest.slice(0, 500))}.`,
				);
			});
		return [...received];
	}

	await once(socket, isSecure ? "secureConnect" : "connect");
	return {
		socket,
		/** Sends each character as the byte with its code. */
		send(bytes: string): void {
			if (socket.writable) socket.write(bytes, "latin1");
		},
		/**
		 * Resolves with all responses, interim ones included, after `count` final ones or the end of the connection.
		 * @throws Error if neither happens in time
		 */
		responses: (count = 1) =>
			waitUntil(() => received.filter(isFinal).length >= count),
		/** Resolves with all responses once the server closed the connection. */
		closed: () => waitUntil(() => false),
		/** Resets the TCP connection. */
		reset: () => void tcp.resetAndDestroy(),
		async [Symbol.asyncDispose]() {
			socket.destroy();
		},
	};
}

/** Sends bytes on a new connection. Summarizes all responses until the server closes it. */
export async function sendUntilClosed(
	url: string,
	bytes: string,
): Promise<string[]> {
	await using socket = await openSocket(url);
	socket.send(bytes);
	return (await socket.closed()).map(summarize);
}
