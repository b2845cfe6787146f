import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Starts a proxy that passes each connection on to the next of the servers. */
export async function startBalancer(urls: readonly string[]) {
	let count = 0;
	const server = createServer((client) => {
		const { hostname, port } = new URL(urls[count++ % urls.length] ?? "");
		const target = connect(Number(port), hostname);
		// A proxy passes on how a connection ends.
		client.on("error", () => target.resetAndDestroy());
		target.on("error", () => client.resetAndDestroy());
		client.on("close", () => target.destroy());
		target.on("close", () => client.destroy());
		client.pipe(target).pipe(client);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
