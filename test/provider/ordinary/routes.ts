import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";
import type { Pages } from "./pages.ts";
import {
	readAuditQuery,
	readCommand,
	readPageQuery,
	readPipeline,
	readZap,
	unknownCursor,
} from "./requests.ts";
import type { Store } from "./store.ts";

export interface Services {
	readonly store: Store;
	readonly pages: Pages;
	readonly metrics: Metrics;
}

interface Route {
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly operation: string;
	readonly handle: (
		request: FastifyRequest,
		reply: FastifyReply,
	) => Promise<unknown>;
}

export function createRoutes({
	store,
	pages,
	metrics,
}: Services): readonly Route[] {
	return [
		{
			method: "GET",
			path: "/v1/health",
			operation: "getHealth",
			handle: async () => ({ status: "ok" }),
		},
		{
			method: "POST",
			path: "/v1/command",
			operation: "submitCommand",
			handle: async ({ body }, reply) => {
				const receipt = store.acceptCommand(readCommand(body));
				return reply.code(202).send(receipt);
			},
		},
		{
			method: "POST",
			path: "/v1/pipeline",
			operation: "submitPipeline",
			handle: async ({ body }, reply) => {
				const receipt = store.acceptPipeline(readPipeline(body));
				return reply.code(202).send(receipt);
			},
		},
		{
			method: "GET",
			path: "/v1/zaps",
			operation: "listZaps",
			handle: async ({ url }) => {
				const page = pages.listZaps(readPageQuery(url));
				if (!page) throw unknownCursor("query");
				return page;
			},
		},
		{
			method: "POST",
			path: "/v1/zaps",
			operation: "createZap",
			handle: async ({ body }, reply) => {
				const zap = store.createZap(readZap(body));
				return reply.code(201).send(zap);
			},
		},
		{
			method: "POST",
			path: "/v1/audit/search",
			operation: "searchAudit",
			handle: async ({ body }) => {
				const page = pages.searchAudit(readAuditQuery(body));
				if (!page) throw unknownCursor("body");
				return page;
			},
		},
		{
			method: "GET",
			path: "/metrics",
			operation: "getMetrics",
			handle: async (_request, reply) => {
				const exposition = await metrics.expose();
				return reply.type(metrics.contentType).send(exposition);
			},
		},
	];
}

/** Returns the methods of each path. HEAD is defined where GET is (RFC 9110, section 9.1). */
export function methodsByPath(
	routes: readonly Route[],
): ReadonlyMap<string, readonly string[]> {
	const methods = new Map<string, string[]>();
	for (const { method, path } of routes)
		methods.set(path, [
			...(methods.get(path) ?? []),
			...(method === "GET" ? ["GET", "HEAD"] : [method]),
		]);
	return methods;
}
