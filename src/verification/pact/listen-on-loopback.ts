import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port, reachable only from this machine. */
export async function listenOnLoopback(
	listener: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> {
	const server = createServer(listener);
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
