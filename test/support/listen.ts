import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

export interface StubServer extends AsyncDisposable {
	/** Without a trailing slash. */
	readonly url: string;
}

/** Lets a server listen, by default on any free port. It closes all connections when disposed. */
export async function listen(server: Server, port = 0): Promise<StubServer> {
	const sockets = new Set<Socket>();
	server.on("connection", (socket: Socket) => {
		sockets.add(socket);
		socket.on("error", () => {}).on("close", () => sockets.delete(socket));
	});
	await once(server.listen(port, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
