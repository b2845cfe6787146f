import { operations } from "../contracts/generated/operations.ts";
import { auditOfPipeline } from "../resources/audit-record.ts";
import { createPipelineRecord } from "../resources/pipeline.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import { defineOperation } from "./define-operation.ts";

export const submitPipeline: OperationDefinition = defineOperation(
	"submitPipeline",
	async ({ body, state, reply }) => {
		const pipeline = await state.append((context) => {
			const pipeline = createPipelineRecord(context, body.steps);
			return {
				add: { pipelines: pipeline, audit: auditOfPipeline(context, pipeline) },
				result: pipeline,
			};
		});
		return reply(operations.submitPipeline.success, pipeline);
	},
);
