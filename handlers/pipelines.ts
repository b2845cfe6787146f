import { operations } from "../contracts/generated/operations.ts";
import { auditOfPipeline } from "../fixtures/audit-record.ts";
import { pipelineOf } from "../fixtures/pipeline.ts";
import type { OperationDefinition } from "../src/engine/service.ts";
import { defineOperation } from "./define.ts";

export const submitPipeline: OperationDefinition = defineOperation(
	"submitPipeline",
	async ({ body, state, reply }) => {
		const receipt = await state.append((mint) => {
			const pipelines = pipelineOf(mint, body.steps);
			return {
				add: { pipelines, audit: auditOfPipeline(mint, pipelines) },
				result: pipelines,
			};
		});
		return reply(operations.submitPipeline.success, receipt);
	},
);
