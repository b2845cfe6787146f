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
		/** What the body holds, once it was read. */
		json: unknown;
		/** On the monotonic clock, in milliseconds. */
		begun: number;
	}
}

export interface OrdinaryOptions {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** Path of the database's file; without it, one that is removed on closing. */
	readonly database?: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now?: () => number;
	/** Told of what the service should not have let happen; by default on standard error. */
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
		// Fastify decodes a path before it looks for the route, and `/v1/%7aaps` is not `/v1/zaps` here.
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
	// Fastify itself looks at the type before the size, and hangs up on a client that sends too much.
	app.addHook("preParsing", async (request, _reply, payload) => {
		if (request.method !== "POST") return payload;
		request.json = await readJsonBody(request.raw, payload);
		return payload;
	});
	// Not onResponse, which may come after the client's next request.
	app.addHook("onSend", async (request, reply) => {
		const { operation } = request.routeOptions.config;
		const seconds = (performance.now() - request.begun) / 1000;
		if (operation !== undefined)
			services.metrics.observe(operation, reply.statusCode, seconds);
	});
	app.setErrorHandler((error, request, reply) => {
		const problem = toProblem(error);
		// A client that is gone is nothing that the service could mend.
		if (problem !== error && !request.raw.readableAborted) onError(error);
		return sendProblem(problem, reply);
	});
	for (const { method, path, operation, handle } of routes)
		app.route({ method, url: path, config: { operation }, handler: handle });
	return app;
}

/** @throws where the address cannot be listened on, or the file is no database */
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
