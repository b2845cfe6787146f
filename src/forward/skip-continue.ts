import type { Socket } from "node:net";

const INTERIM = "HTTP/1.1 100 ";
/** How undici writes the head of a request: as one text. It writes bodies as bytes. */
const REQUEST_LINE = " HTTP/1.1\r\n";

/**
 * Removes each `100 Continue` from what a service sends. RFC 9110 section 15.2 lets a service send one that the client
 * did not ask for, but undici then closes the connection.
 * @param maxBytes the size above which a head is left to undici, which rejects it
 */
export function skipContinue(socket: Socket, maxBytes: number): Socket {
	const read = socket.read.bind(socket);
	const write = socket.write.bind(socket);
	let awaitsHead = false;
	/** The start of a head that may become a `100 Continue`. */
	let held = Buffer.alloc(0);
	return Object.assign(socket, {
		write(...args: Parameters<typeof write>): boolean {
			const [data] = args;
			if (typeof data === "string" && data.includes(REQUEST_LINE))
				awaitsHead = true;
			return write(...args);
		},
		read(size?: number): Buffer | null {
			// Node itself calls `read(0)`, which takes no bytes, to have more read from the connection.
			if (size !== undefined) return read(size);
			const chunk: Buffer | null = read();
			if (!awaitsHead || chunk === null) return chunk;
			held = Buffer.concat([held, chunk]);
			while (
				INTERIM.startsWith(held.toString("latin1", 0, INTERIM.length)) &&
				held.byteLength <= maxBytes
			) {
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
