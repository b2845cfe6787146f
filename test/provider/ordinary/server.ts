import Fastify, { type FastifyInstance } from "fastify";
import { readJsonBody } from "./body.ts";
import { answerClientError } from "./client-error.ts";
import { createCursors } from "./cursors.ts";
import { openDatabase, readCursorKey } from "./database.ts";
import { createMetrics } from "./metrics.ts";
import { createPages } from "./pages.ts";
import {
	methodNotAllowed,
	notFound,
	sendProblem,
	toProblem,
} from "./problems.ts";
import { createRoutes, methodsByPath, type Services } from "./routes.ts";
import { createStore } from "./store.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		operation?: string;
	}
	interface FastifyRequest {
		/** The parsed body. */
		json: unknown;
		/** In milliseconds of the monotonic clock. */
		begun: number;
	}
}

export interface OrdinaryOptions {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** The path of the database. Defaults to a file that is removed on closing. */
	readonly database?: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now?: () => number;
	/** Called for unexpected errors. Defaults to printing on standard error. */
	readonly onError?: (error: unknown) => void;
}

export interface Ordinary {
	/** Without a trailing slash. */
	readonly url: string;
	close(): Promise<void>;
}

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;
const pathOf = (target: string): string =>
	target.replace(ABSOLUTE, "").split("?", 1)[0] ?? "";

function writeError(error: unknown): void {
	const text = error instanceof Error ? error.stack : String(error);
	process.stderr.write(`${text}\n`);
}

function createApp(
	services: Services,
	onError: (error: unknown) => void,
): FastifyInstance {
	const routes = createRoutes(services);
	const methods = methodsByPath(routes);
	const app = Fastify({
		requestTimeout: 60_000,
		clientErrorHandler: answerClientError,
		// Fastify decodes a path before it matches a route, but `/v1/%7aaps` is not `/v1/zaps`.
		rewriteUrl: ({ url = "" }) =>
			methods.has(pathOf(url)) ? url.replace(ABSOLUTE, "") : "/",
	});

	app.decorateRequest("json", undefined);
	app.decorateRequest("begun", 0);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/json", (request, _payload, done) =>
		done(null, request.json),
	);
	app.addHook("onRequest", async (request) => {
		request.begun = performance.now();
		if (!request.is404) return;
		const path = pathOf(request.originalUrl);
		const allow = methods.get(path);
		throw allow ? methodNotAllowed(request.method, allow) : notFound(path);
	});
	// Fastify checks the type before the size, and closes the connection if a client sends too much.
	app.addHook("preParsing", async (request, _reply, payload) => {
		if (request.method !== "POST") return payload;
		request.json = await readJsonBody(request.raw, payload);
		return payload;
	});
	// Not onResponse, which may run after the client's next request.
	app.addHook("onSend", async (request, reply) => {
		const { operation } = request.routeOptions.config;
		const seconds = (performance.now() - request.begun) / 1000;
		if (operation !== undefined)
			services.metrics.observe(operation, reply.statusCode, seconds);
	});
	app.setErrorHandler((error, request, reply) => {
		const problem = toProblem(error);
		// A client that disconnects is not an error of the service.
		if (problem !== error && !request.raw.readableAborted) onError(error);
		return sendProblem(problem, reply);
	});
	for (const { method, path, operation, handle } of routes)
		app.route({ method, url: path, config: { operation }, handler: handle });
	return app;
}

/** @throws Error if it cannot listen on the address, or the file is not a database */
export async function startOrdinary({
	port,
	host,
	database: path,
	now = Date.now,
	onError = writeError,
}: OrdinaryOptions): Promise<Ordinary> {
	const database = openDatabase(path);
	const store = createStore(database, now);
	const pages = createPages(database, createCursors(readCursorKey(database)));
	const metrics = createMetrics(store.counts);
	const app = createApp({ store, pages, metrics }, onError);
	app.addHook("onClose", async () => database.close());
	try {
		await app.listen({ port, host });
	} catch (error) {
		await app.close();
		throw error;
	}
	const address = app.server.address();
	const actual = typeof address === "object" ? address?.port : undefined;
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${actual ?? port}`,
		close: () => app.close(),
	};
}
