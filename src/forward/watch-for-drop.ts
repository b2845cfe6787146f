import type { Socket } from "node:net";

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
