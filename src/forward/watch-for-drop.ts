import type { Socket } from "node:net";

const errors = new WeakSet<Error>();

/** Notes which error of a connection leaves a request without any response, although an earlier request had one. */
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
 * Whether the service has closed a kept connection instead of responding: it may have done so before the request reached
 * it, and then nothing is wrong with the service (RFC 9112 section 9.3.1).
 */
export const isDrop = (error: unknown): boolean =>
	error instanceof Error && errors.has(error);
