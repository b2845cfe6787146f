import { createServer } from "node:http";
import type { BareCore as Core } from "../../engine/create-bare-core.ts";
import { closeGracefully, followSockets } from "./close-gracefully.ts";
import { listenError } from "./listen-error.ts";
import { createListener, type ListenerOptions } from "./listener.ts";

export type { ControlServer, ServedExchange } from "./listener.ts";
export { failed } from "./own-responses.ts";

export interface ServeOptions extends ListenerOptions {
	readonly mock: Pick<Core, "handle" | "cancelWaits">;
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** How long a client may take, in milliseconds: for the head of a request (15 s), the whole of it (60 s), between two (5 s). */
	readonly timeouts?: {
		readonly head?: number;
		readonly request?: number;
		readonly idle?: number;
	};
	/** How long requests under way may go on when closing, in milliseconds; 5 s when absent. */
	readonly grace?: number;
}

export interface Served {
	/** Without a trailing slash. */
	readonly url: string;
	/** Lets requests under way end, and accepts no more. */
	close(): Promise<void>;
}

const ANY_ADDRESS: Readonly<Record<string, string>> = {
	"0.0.0.0": "127.0.0.1",
	"::": "::1",
};

function urlOf(host: string, port: number): string {
	const address = ANY_ADDRESS[host] ?? host;
	return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/**
 * Serves the mock over HTTP/1.1, to pages of any origin too.
 * @throws Error with a sentence that names the remedy where it cannot listen
 */
export async function serve(options: ServeOptions): Promise<Served> {
	const { mock, port, host, timeouts = {} } = options;
	const { grace = 5_000 } = options;
	const { request: whole = 60_000, idle = 5_000 } = timeouts;
	// Node refuses to wait longer for the head than for the whole.
	const head = Math.min(timeouts.head ?? 15_000, whole);

	const server = createServer(
		{
			headersTimeout: head,
			requestTimeout: whole,
			keepAliveTimeout: idle,
			connectionsCheckingInterval: Math.min(head, 1_000),
		},
		createListener(options),
	);
	const sockets = followSockets(server);
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error) => reject(listenError(error, host, port)));
		server.listen(port, host, () => resolve());
	});
	const address = server.address();
	const actualPort =
		typeof address === "object" && address !== null ? address.port : port;
	return {
		url: urlOf(host, actualPort),
		close() {
			mock.cancelWaits();
			return closeGracefully(server, sockets, grace);
		},
	};
}
