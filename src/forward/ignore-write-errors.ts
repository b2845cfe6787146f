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
