import type { Server } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/** Returns the open connections of a server. */
export function followSockets(server: Server): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	return sockets;
}

/** Closes a server, waiting at most `grace` milliseconds for requests under way. */
export async function closeGracefully(
	server: Server,
	sockets: ReadonlySet<Socket>,
	grace: number,
): Promise<void> {
	// Node counts a connection as idle, and would cut it off, while its client is still reading the response.
	const sweepIdle = (): void => {
		// Browsers connect ahead of their requests. Node counts such a connection as busy.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		if ([...sockets].every(({ writableLength }) => writableLength === 0))
			server.closeIdleConnections();
	};
	const closed = new Promise<void>((resolve) =>
		// The HTTP server's own `close` would first cut off connections that it counts as idle.
		TcpServer.prototype.close.call(server, () => resolve()),
	);
	// A connection that was busy when the server closed is kept alive after its response.
	const sweep = setInterval(sweepIdle, 20);
	const end = setTimeout(() => server.closeAllConnections(), grace);
	await closed;
	clearInterval(sweep);
	clearTimeout(end);
}
