import type { Socket } from "node:net";

/**
 * Ignores errors while the rest of the request is written, so that the response can still be read. A service may
 * reject a long request without reading all of it, and close the connection (RFC 9112 section 9.6). Node would then
 * destroy the connection, and lose the response. The end of the connection is still noticed when reading.
 */
export function ignoreWriteErrors(socket: Socket): Socket {
	const { _write: write, _writev: writev } = socket;
	type Done = (error?: Error | null) => void;
	const unlessFailed =
		(done: Done): Done =>
		(error) => {
			if (!error) done();
		};
	return Object.assign(socket, {
		_write(chunk: unknown, encoding: BufferEncoding, done: Done): void {
			write.call(socket, chunk, encoding, unlessFailed(done));
		},
		_writev(
			chunks: Parameters<NonNullable<typeof writev>>[0],
			done: Done,
		): void {
			writev?.call(socket, chunks, unlessFailed(done));
		},
	});
}

const errors = new WeakSet<Error>();

/**
 * Records the connection error of a request without any response, if an earlier request on the connection had a
 * response.
 */
export function watchForDrop(socket: Socket): Socket {
	const write = socket.write.bind(socket);
	let receivedBefore = 0;
	socket.on("error", (error) => {
		if (receivedBefore > 0 && socket.bytesRead === receivedBefore)
			errors.add(error);
	});
	return Object.assign(socket, {
		write(...args: Parameters<typeof write>): boolean {
			receivedBefore = socket.bytesRead;
			return write(...args);
		},
	});
}

/**
 * Whether the service has closed an idle connection instead of responding. It may have done so before the request
 * arrived, and this is no defect of the service (RFC 9112 section 9.3.1).
 */
export const isDrop = (error: unknown): boolean =>
	error instanceof Error && errors.has(error);

/** The start of an interim response. 101 is final in HTTP. */
const INTERIM = /^HTTP\/1\.1 1(?!01)\d\d /;
const SHORTEST = "HTTP/1.1 100 ";
/** The end of a request line. undici writes the head of a request as one text, and bodies as bytes. */
const REQUEST_LINE = " HTTP/1.1\r\n";

/** Whether the bytes may be the start of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
	const start = bytes.toString("latin1", 0, SHORTEST.length);
	return INTERIM.test(start + SHORTEST.slice(start.length));
}

/**
 * Removes interim responses from the data of a service. RFC 9110 section 15.2 lets a service send a `100 Continue`
 * that the client did not ask for, also after `103 Early Hints`, but undici closes the connection then.
 * @param maxBytes above this size, undici gets the head, and rejects it
 */
export function skipContinue(socket: Socket, maxBytes: number): Socket {
	const read = socket.read.bind(socket);
	const write = socket.write.bind(socket);
	let awaitsHead = false;
	/** The start of a head that may be an interim response. */
	let held = Buffer.alloc(0);
	return Object.assign(socket, {
		write(...args: Parameters<typeof write>): boolean {
			const [data] = args;
			if (typeof data === "string" && data.includes(REQUEST_LINE))
				awaitsHead = true;
			return write(...args);
		},
		read(size?: number): Buffer | null {
			// Node itself calls `read(0)`, which takes no bytes, to read more from the connection.
			if (size !== undefined) return read(size);
			const chunk: Buffer | null = read();
			if (!awaitsHead || chunk === null) return chunk;
			held = Buffer.concat([held, chunk]);
			while (mayBeInterim(held) && held.byteLength <= maxBytes) {
				const end = held.indexOf("\r\n\r\n");
				if (end === -1) return null;
				held = held.subarray(end + 4);
			}
			awaitsHead = false;
			const head = held;
			held = Buffer.alloc(0);
			return head;
		},
	});
}
