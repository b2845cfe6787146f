import { ledger } from "../contracts/generated/ledger.ts";
import {
	limits,
	metricFamilies,
	unmatchedResponses,
} from "../contracts/generated/operations.ts";
import { datasets } from "../fixtures/datasets.ts";
import { createZapRecord, readAuditFacets } from "../resources/records.ts";
import type { Service } from "../src/engine/model/service.ts";
import { loadOnce } from "../src/values/load-once.ts";
import { operations } from "./operations.ts";
import { scenarios } from "./scenarios.ts";

const loadExamples = loadOnce(
	() => import("../contracts/generated/examples.ts"),
);
const loadRecordValidators = loadOnce(
	() => import("../contracts/generated/record-validators.ts"),
);

/** The definition of the zaps service. */
export const service: Service = {
	operations,
	unmatched: unmatchedResponses,
	ledger,
	limits,
	datasets,
	scenarios,
	examples: async () => (await loadExamples()).examples,
	async recordValidators() {
		const { validators } = await loadRecordValidators();
		return {
			zaps: validators.Zap,
			commands: validators.CommandReceipt,
			pipelines: validators.PipelineReceipt,
			audit: validators.AuditRecord,
		};
	},
	createRecord: {
		zaps: (context, { name, ...others }) =>
			createZapRecord(context, { name, ...others }),
	},
	facets: { audit: readAuditFacets },
	durationBuckets: metricFamilies.durations.buckets,
};
