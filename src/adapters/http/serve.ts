import { once } from "node:events";
import { createServer } from "node:http";
import type { Engine } from "../../engine/engine.ts";
import { errorMessage } from "../../values/errors.ts";
import {
	closeGracefully,
	closeWhileArmed,
	followConnections,
} from "./connections.ts";
import { createListener, type ListenerOptions } from "./listener.ts";
import { rejectUnreadable } from "./reject-unreadable.ts";

export type { ControlServer, ServedExchange } from "./listener.ts";
export { createHandlerFailure } from "./own-responses.ts";

const ANY_ADDRESS: Readonly<Record<string, string>> = {
	"0.0.0.0": "127.0.0.1",
	"::": "::1",
};

/** Returns the URL of a server for clients on this machine. */
export function serverUrl(
	host: string,
	port: number,
	isSecure = false,
): string {
	const address = ANY_ADDRESS[host] ?? host;
	const scheme = isSecure ? "https" : "http";
	return `${scheme}://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** By error code, why a server cannot listen, and the remedy. */
const LISTEN_REASONS: Readonly<Record<string, string>> = {
	EADDRINUSE:
		"the port is in use. Stop the other server, or pass --port 0 for any free port",
	EACCES: "this user may not open the port. Pass a port above 1023",
	EADDRNOTAVAIL:
		"no interface of this machine has that address. Pass --host 127.0.0.1",
	ENOTFOUND: "the host is not known. Pass --host 127.0.0.1",
};

export interface ServeOptions extends ListenerOptions {
	readonly mock: Pick<Engine, "handle" | "rejectMethod" | "cancelWaits"> &
		Partial<Pick<Engine, "context">>;
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** The certificate and its private key for HTTPS, as PEM text; defaults to HTTP. */
	readonly tls?: { readonly cert: string; readonly key: string } | undefined;
	/**
	 * The maximum time for the head of a request (15,000), for the whole request (60,000), and between two requests
	 * (5,000), in milliseconds.
	 */
	readonly timeouts?: {
		readonly head?: number;
		readonly request?: number;
		readonly idle?: number;
	};
	/** Milliseconds to wait for requests in progress when the server closes; defaults to 5,000. */
	readonly grace?: number;
}

export interface RunningServer {
	/** Without a trailing slash. */
	readonly url: string;
	/** Stops accepting requests, and waits for requests in progress. */
	close(): Promise<void>;
}

/**
 * Serves the mock over HTTP/1.1, or over HTTPS with `tls`. Pages of any origin may send requests.
 * @throws Error if the server cannot listen. The message contains the remedy.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
	const { mock, port, host, tls, timeouts = {} } = options;
	const { grace = 5_000 } = options;
	const { request: whole = 60_000, idle = 5_000 } = timeouts;
	// Node rejects a head timeout that is longer than the timeout of the whole request.
	const head = Math.min(timeouts.head ?? 15_000, whole);

	const limits = {
		// A browser sends the cookies of all ports of a host.
		maxHeaderSize: 64 * 1024,
		headersTimeout: head,
		requestTimeout: whole,
	};
	const serverOptions = {
		...limits,
		keepAliveTimeout: idle,
		connectionsCheckingInterval: Math.min(head, 1_000),
		requireHostHeader: false,
	};
	// Loaded only for HTTPS, so that the server starts sooner.
	const server = tls
		? (await import("./secure-server.ts")).createSecureServer({
				...serverOptions,
				...tls,
				handshakeTimeout: head,
			})
		: createServer(serverOptions);
	// By default, Node drops all headers after the first 2,000, such as Origin or X-Forwarded-For. Their total size is
	// limited anyway.
	server.maxHeadersCount = 0;
	const connections = followConnections(server);
	const unfollow = mock.context && closeWhileArmed(connections, mock.context);
	const { control } = options;
	const listener = createListener({
		...options,
		control:
			control &&
			(async (...sent) => {
				const response = await control(...sent);
				await connections.untilClosed();
				return response;
			}),
	});
	rejectUnreadable(server, connections, mock, listener, limits);
	await once(server.listen(port, host), "listening").catch((cause) => {
		const reason =
			LISTEN_REASONS[cause.code] ??
			`${errorMessage(cause)}. Pass another --host or --port`;
		const message = `Cannot listen on ${host}:${port}: ${reason}.`;
		throw new Error(message, { cause });
	});
	const address = server.address();
	const actualPort =
		typeof address === "object" && address !== null ? address.port : port;
	return {
		url: serverUrl(host, actualPort, tls !== undefined),
		close() {
			unfollow?.();
			mock.cancelWaits();
			return closeGracefully(server, connections, grace);
		},
	};
}
