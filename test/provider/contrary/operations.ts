import { searchAudit } from "./audit-search.ts";
import type { Operation } from "./operation.ts";
import { submitCommand, submitPipeline } from "./submissions.ts";
import { createZap, listZaps } from "./zaps.ts";

const getHealth: Operation = {
	name: "getHealth",
	answer: () => ({
		status: 200,
		body: {
			status: "ok",
			checks: [{ name: "memory", healthy: true }],
			load: null,
		},
	}),
};

const getMetrics: Operation = {
	name: "getMetrics",
	answer: ({ expose }) => ({ status: 200, body: expose() }),
};

/** By path and method. */
export const operations: ReadonlyMap<
	string,
	Readonly<Record<string, Operation>>
> = new Map([
	["/metrics", { GET: getMetrics }],
	["/v1/audit/search", { POST: searchAudit }],
	["/v1/command", { POST: submitCommand }],
	["/v1/health", { GET: getHealth }],
	["/v1/pipeline", { POST: submitPipeline }],
	["/v1/zaps", { POST: createZap, GET: listZaps }],
]);
