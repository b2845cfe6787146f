import type { Server } from "node:http";
import type { ServerRequest } from "srvx";
import { FastResponse, serve as listen } from "srvx/node";
import type { Core } from "../mock/create-core.ts";
import { allowPage, preflight } from "./cors.ts";
import { malformedHost, namesHost } from "./malformed-host.ts";

/** One exchange over HTTP, for a log. */
export interface ServedExchange {
	readonly method: string;
	/** The target as the client sent it, with the query. */
	readonly path: string;
	readonly status: number;
	/** From the request's head to the response, in real time. */
	readonly durationMs: number;
}

export interface ServeOptions {
	readonly mock: Pick<Core, "fetch">;
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	readonly onExchange?: ((exchange: ServedExchange) => void) | undefined;
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

function explain(error: unknown, host: string, port: number): Error {
	const code =
		error instanceof Error && "code" in error ? error.code : undefined;
	const reasons: Record<string, string> = {
		EADDRINUSE:
			"the port is in use. Stop the other server, or pass --port 0 for any free port",
		EACCES: "this user may not open the port. Pass a port above 1023",
		EADDRNOTAVAIL:
			"no interface of this machine has that address. Pass --host 127.0.0.1",
		ENOTFOUND: "the host is not known. Pass --host 127.0.0.1",
	};
	const reason =
		reasons[String(code)] ??
		`${error instanceof Error ? error.message : String(error)}. Pass another --host or --port`;
	return new Error(`Cannot listen on ${host}:${port}: ${reason}.`, {
		cause: error,
	});
}

async function closeGracefully(server: Server, grace: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	// A connection that was busy when the server closed is kept alive after its answer.
	const sweep = setInterval(() => server.closeIdleConnections(), 20);
	const end = setTimeout(() => server.closeAllConnections(), grace);
	await closed;
	clearInterval(sweep);
	clearTimeout(end);
}

/**
 * Serves the mock over HTTP/1.1, to pages of any origin too.
 * @throws Error with a sentence that names the remedy where it cannot listen
 */
export async function serve({
	mock,
	port,
	host,
	onExchange,
	timeouts = {},
	grace = 5_000,
}: ServeOptions): Promise<Served> {
	const { request: whole = 60_000, idle = 5_000 } = timeouts;
	// Node refuses to wait longer for the head than for the whole.
	const head = Math.min(timeouts.head ?? 15_000, whole);

	async function answer(request: Request): Promise<Response> {
		const host = request.headers.get("host");
		if (host !== null && !namesHost(host)) return malformedHost(FastResponse);
		return (
			preflight(request, FastResponse) ??
			allowPage(request, await mock.fetch(request))
		);
	}

	async function answerAndTell(request: ServerRequest): Promise<Response> {
		const begun = performance.now();
		const response = await answer(request);
		onExchange?.({
			method: request.method,
			// With a malformed Host there is no `request.url` to read it from.
			path: request.runtime?.node?.req.url ?? "/",
			status: response.status,
			durationMs: performance.now() - begun,
		});
		return response;
	}

	const server = listen({
		fetch: onExchange ? answerAndTell : answer,
		port,
		hostname: host,
		manual: true,
		silent: true,
		gracefulShutdown: false,
		node: {
			headersTimeout: head,
			requestTimeout: whole,
			keepAliveTimeout: idle,
			connectionsCheckingInterval: Math.min(head, 1_000),
		},
	});
	try {
		await server.serve();
	} catch (error) {
		throw explain(error, host, port);
	}
	const node = server.node?.server as Server;
	const address = node.address();
	const actualPort =
		typeof address === "object" && address !== null ? address.port : port;
	return {
		url: urlOf(host, actualPort),
		close: () => closeGracefully(node, grace),
	};
}
