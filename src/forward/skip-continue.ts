import type { Socket } from "node:net";

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
