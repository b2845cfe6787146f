import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import { invalid } from "./problems.ts";
import {
	type AuditQuery,
	type CommandRequest,
	type PipelineRequest,
	schemas,
	type ZapRequest,
} from "./schemas.ts";
import type { Store } from "./store.ts";

const UNKNOWN = "was never issued by this service";

export function addRoutes(
	app: FastifyInstance,
	store: Store,
	{ registry }: Metrics,
): void {
	app.get("/v1/health", { config: { operation: "getHealth" } }, async () => ({
		status: "ok",
	}));
	app.post<{ Body: CommandRequest }>(
		"/v1/command",
		{
			config: { operation: "submitCommand" },
			schema: { body: schemas.command },
		},
		async ({ body }, reply) => reply.code(202).send(store.acceptCommand(body)),
	);
	app.post<{ Body: PipelineRequest }>(
		"/v1/pipeline",
		{
			config: { operation: "submitPipeline" },
			schema: { body: schemas.pipeline },
		},
		async ({ body }, reply) =>
			reply.code(202).send(store.acceptPipeline(body.steps)),
	);
	app.get<{ Querystring: { limit: string; cursor?: string } }>(
		"/v1/zaps",
		{
			config: { operation: "listZaps" },
			schema: { querystring: schemas.pageQuery },
		},
		async ({ query: { limit, cursor } }) => {
			const page = store.listZaps(Number(limit), cursor);
			if (!page) throw invalid({ parameter: "cursor", detail: UNKNOWN });
			return page;
		},
	);
	app.post<{ Body: ZapRequest }>(
		"/v1/zaps",
		{ config: { operation: "createZap" }, schema: { body: schemas.zap } },
		async ({ body }, reply) => reply.code(201).send(store.createZap(body)),
	);
	app.post<{ Body: AuditQuery }>(
		"/v1/audit/search",
		{
			config: { operation: "searchAudit" },
			schema: { body: schemas.auditQuery },
		},
		async ({ body }) => {
			const page = store.searchAudit(body);
			if (!page) throw invalid({ pointer: "/cursor", detail: UNKNOWN });
			return page;
		},
	);
	app.get(
		"/metrics",
		{ config: { operation: "getMetrics" } },
		async (_request, reply) =>
			reply.type(registry.contentType).send(await registry.metrics()),
	);
}
