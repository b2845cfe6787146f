import { once } from "node:events";
import { Agent, createServer, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { listen } from "./listen.ts";

/**
 * Starts a proxy that passes each request on to the next of the servers, as nginx does by default: with a connection for
 * each request, because a server may just close one that is kept.
 */
export async function startBalancer(
	urls: readonly string[],
	{ keepAlive = false } = {},
) {
	// Less than the 5 s after which Node closes an idle connection, perhaps while the next request is on its way.
	const agent = new Agent({ keepAlive, timeout: 2_000 });
	let count = 0;
	const pending = new Set<ServerResponse>();
	const server = createServer((received, response) => {
		const { hostname, port } = new URL(urls[count++ % urls.length] ?? "");
		const { method, url: path, rawHeaders: headers } = received;
		const sent = request({ agent, hostname, port, method, path, headers });
		// A proxy passes on how an exchange ends.
		sent.on("error", (error) => {
			// Without a system call, the server has closed the connection as usual.
			if ("syscall" in error) received.socket.resetAndDestroy();
			else received.socket.destroy();
		});
		pending.add(response);
		response.on("close", () => {
			pending.delete(response);
			sent.destroy();
		});
		sent.on("response", (answer) => {
			const { statusCode = 0, statusMessage, rawHeaders } = answer;
			response.writeHead(statusCode, statusMessage, rawHeaders);
			response.flushHeaders();
			pipeline(answer, response, (error) => {
				if (error) received.socket.resetAndDestroy();
			});
		});
		received.pipe(sent);
	});
	const stub = await listen(server);
	return {
		url: stub.url,
		/** Ends once all responses are sent. Close it after the servers. */
		async close(): Promise<void> {
			await Promise.all([...pending].map((each) => once(each, "close")));
			agent.destroy();
			await stub[Symbol.asyncDispose]();
		},
	};
}
