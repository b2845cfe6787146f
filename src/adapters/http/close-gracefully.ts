import type { Server } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/** The connections that are open. */
export function followSockets(server: Server): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	return sockets;
}

/** Lets what is under way end, for so many milliseconds at the most. */
export async function closeGracefully(
	server: Server,
	sockets: ReadonlySet<Socket>,
	grace: number,
): Promise<void> {
	// Node takes a connection for idle, and would cut it off, whose client has not read all of its answer yet.
	const sweepIdle = (): void => {
		// Browsers connect ahead of their requests; to Node, such a connection is busy.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		if ([...sockets].every(({ writableLength }) => writableLength === 0))
			server.closeIdleConnections();
	};
	const closed = new Promise<void>((resolve) =>
		// The server's own `close` cuts them off too, before anything else.
		TcpServer.prototype.close.call(server, () => resolve()),
	);
	// A connection that was busy when the server closed is kept alive after its answer.
	const sweep = setInterval(sweepIdle, 20);
	const end = setTimeout(() => server.closeAllConnections(), grace);
	await closed;
	clearInterval(sweep);
	clearTimeout(end);
}
