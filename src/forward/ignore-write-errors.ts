import type { Socket } from "node:net";

/**
 * Lets a response be read although the rest of the request can no longer be written. A service may reject a long request
 * without reading all of it, and close the connection (RFC 9112 section 9.6). Node would destroy the connection together
 * with the response. No end of the connection is missed: reading reports it, too.
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
