import { createServer, type Server, type ServerOptions } from "node:https";
import { Socket } from "node:net";

const addressOf = ({ remoteAddress, remotePort }: Socket): string =>
	`${remoteAddress} ${remotePort}`;

/**
 * Creates an HTTPS server whose connections behave like those of `node:http`: they can be half-open, and can be
 * reset.
 */
export function createSecureServer(options: ServerOptions): Server {
	const server = createServer({ ...options, allowHalfOpen: true });
	const tcpSockets = new Map<string, Socket>();
	server.on("connection", (socket) => {
		if (!(socket instanceof Socket)) return;
		const address = addressOf(socket);
		tcpSockets.set(address, socket);
		socket.once("close", () => tcpSockets.delete(address));
	});
	server.on("secureConnection", (socket) => {
		const tcp = tcpSockets.get(addressOf(socket));
		// A TLS socket would throw. Node can reset only the TCP socket below it.
		socket.resetAndDestroy = () => {
			tcp?.resetAndDestroy();
			return socket.destroy();
		};
		// With any listener, Node reads the socket as a stream. Otherwise, its parser reads on while it is paused for large
		// responses to pipelined requests, and fails with HPE_PAUSED.
		socket.on("data", () => {});
	});
	return server;
}
