import { idPrefixes } from "../contracts/generated/operations.ts";
import type { components } from "../contracts/generated/types.ts";
import type { WriteContext } from "../src/store/write-context.ts";
import { type CommandRequest, createCommandRecord } from "./command.ts";

export type Pipeline = components["schemas"]["PipelineReceipt"];

/** Creates the receipt of a pipeline with these steps. */
export function createPipelineRecord(
	context: WriteContext,
	requests: readonly CommandRequest[],
): Pipeline {
	const id = context.id(idPrefixes.pipeline);
	const steps = requests.map((request) => {
		const { acceptedAt: _, ...step } = createCommandRecord(context, request);
		return step;
	});
	return { id, status: "accepted", acceptedAt: context.at, steps };
}
