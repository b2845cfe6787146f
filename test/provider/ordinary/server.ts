import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { readInstant } from "./instant.ts";
import { readJsonBody } from "./json-body.ts";
import { createMetrics } from "./metrics.ts";
import { Problem } from "./problems.ts";
import { addRoutes } from "./routes.ts";
import { describeErrors } from "./schemas.ts";
import { createStore } from "./store.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		operation?: string;
	}
	interface FastifyRequest {
		/** In milliseconds of the monotonic clock. */
		begun: number;
	}
}

export interface Ordinary {
	/** Without a trailing slash. */
	readonly url: string;
	close(): Promise<void>;
}

const readPath = (target: string): string => target.split("?", 1)[0] ?? "";

function createApp(): FastifyInstance {
	const methods = new Map<string, string[]>();
	const app = Fastify({
		// Fastify decodes a path before it matches a route, but `/v1/%7aaps` is not `/v1/zaps`.
		rewriteUrl: ({ url = "" }) => (methods.has(readPath(url)) ? url : "/"),
		schemaErrorFormatter: describeErrors,
		ajv: {
			customOptions: {
				allErrors: true,
				coerceTypes: false,
				removeAdditional: false,
				formats: { instant: (text) => readInstant(text) !== undefined },
			},
		},
	});
	app.addHook("onRoute", ({ url, method }) => {
		methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
	});

	app.decorateRequest("begun", 0);
	app.addHook("onRequest", async (request) => {
		request.begun = performance.now();
		if (!request.is404) return;
		const path = readPath(request.originalUrl);
		const allow = methods.get(path)?.join(", ");
		if (allow === undefined)
			throw new Problem(404, `There is nothing at ${path}.`);
		throw new Problem(405, `Use ${allow}.`, { headers: { allow } });
	});
	// Fastify itself checks the type before the size, and closes the connection if a client sends too much.
	app.addHook("preParsing", async (request, _reply, payload) => {
		if (request.method === "POST")
			request.body = await readJsonBody(request.raw);
		return payload;
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/json",
		async (request: FastifyRequest) => request.body,
	);
	return app;
}

/** @throws Error if it cannot listen on the address */
export async function startOrdinary({
	port,
	host,
}: {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
}): Promise<Ordinary> {
	const store = createStore();
	const metrics = createMetrics(store.count);
	const app = createApp();
	app.addHook("onClose", async () => store.close());
	// Not onResponse, which may run after the client's next request.
	app.addHook("onSend", async ({ routeOptions, begun }, { statusCode }) => {
		const { operation } = routeOptions.config;
		const seconds = (performance.now() - begun) / 1000;
		if (operation !== undefined)
			metrics.observe(operation, statusCode, seconds);
	});
	app.setErrorHandler((error, _request, reply) => {
		const isExpected = error instanceof Problem;
		if (!isExpected) process.stderr.write(`${error}\n`);
		const problem = isExpected
			? error
			: new Problem(500, "The service failed. Try again later.");
		return reply
			.code(problem.status)
			.headers(problem.extra.headers ?? {})
			.type("application/problem+json")
			.send(problem.toJSON());
	});
	addRoutes(app, store, metrics);
	return {
		url: await app.listen({ port, host }),
		close: () => app.close(),
	};
}
