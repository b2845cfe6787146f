import type { Socket } from "node:net";

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MS = 2_000;

/**
 * Sends what is written, and closes the connection once the client has stopped sending: a client that is still sending
 * would see a reset connection, not the response. Reads and discards at most 4 MiB, for at most 2 seconds.
 */
function closeAfterReading(socket: Socket): void {
	let left = MAX_BYTES;
	const close = (): void => {
		socket.destroy();
	};
	const timer = setTimeout(close, MAX_MS);
	socket.once("close", () => clearTimeout(timer));
	socket.once("end", close);
	socket.end();
	const discard = (): void => {
		// Node's parser would run further requests of the client.
		socket.removeAllListeners("data");
		socket.on("data", (bytes: Uint8Array) => {
			left -= bytes.byteLength;
			if (left < 0) close();
		});
	};
	// A paused connection resumes only while Node's parser still reads it.
	if (socket.isPaused()) socket.once("resume", discard).resume();
	else discard();
}

/** Replaces what Node does after the last response of a connection, which is to close it at once. */
export function readBeforeClosing(socket: Socket): void {
	socket.destroySoon = () => closeAfterReading(socket);
}
