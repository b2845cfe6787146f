import {
	beyondOperations,
	limits,
	metricFamilies,
} from "../contracts/generated/operations.ts";
import { auditFacets } from "../fixtures/audit-record.ts";
import { datasets } from "../fixtures/datasets.ts";
import type { Service } from "../src/mock/service.ts";
import { searchAudit } from "./audit.ts";
import { submitCommand } from "./commands.ts";
import { getHealth } from "./health.ts";
import { getMetrics } from "./metrics.ts";
import { submitPipeline } from "./pipelines.ts";
import { createZap, listZaps } from "./zaps.ts";

/** The service, put together: what the engine puts on stage. */
export const service: Service = {
	operations: [
		getHealth,
		submitCommand,
		submitPipeline,
		listZaps,
		createZap,
		searchAudit,
		getMetrics,
	],
	beyond: beyondOperations,
	limits,
	datasets,
	facets: { audit: auditFacets },
	durationBuckets: metricFamilies.durations.buckets,
};
