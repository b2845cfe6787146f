import { isObject, tryParseJson } from "../../src/values/json.ts";
import type { Probe } from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { limits, operations } from "../generated/operations.ts";
import { createValidRequest } from "../requests/valid-request.ts";
import { createMismatch, findStatusMismatch } from "./response-mismatches.ts";

const { commandReceipt, commandRequest, pipelineReceipt, pipelineRequest } =
	names;
const { createZap, submitCommand, submitPipeline } = operations;

const command = { [commandRequest.command]: "understudy" };
const headers = { "content-type": "application/json" };

/** A receipt has the args as sent. Pact cannot express that a property is absent. */
const argsProbes: readonly Probe[] = (
	[
		[submitCommand, "command.receipt", command, commandReceipt.args],
		[
			submitPipeline,
			"pipeline.receipt",
			{ [pipelineRequest.steps]: [command] },
			names.stepReceipt.args,
		],
	] as const
).map(([{ id, method, path, success }, assumption, sent, args]) => ({
	description: `${id}: without args, which returns none`,
	assumptions: [assumption],
	status: success,
	async run(send) {
		const body = JSON.stringify(sent);
		const response = await send({ method, path, headers, body });
		const mismatch = findStatusMismatch(response, success);
		if (mismatch) return [mismatch];
		const value = tryParseJson(response.body.toString("utf8"));
		if (!isObject(value)) return [];
		const steps = value[pipelineReceipt.steps];
		const [receipt, where] = Array.isArray(steps)
			? [steps[0], `$.${pipelineReceipt.steps}[0].${args}`]
			: [value, `$.${args}`];
		return isObject(receipt) && Object.hasOwn(receipt, args)
			? [createMismatch(where, "absent", JSON.stringify(receipt[args]))]
			: [];
	},
}));

const sizeProbe: Probe = {
	description: `${submitCommand.id}: with a body of the largest size`,
	assumptions: ["errors.size"],
	status: submitCommand.success,
	async run(send) {
		const { method, path, success } = submitCommand;
		// Blanks at the end, because a service may reject unknown properties.
		const body = JSON.stringify(command).padEnd(limits.maxBytes);
		const response = await send({ method, path, headers, body });
		const mismatch = findStatusMismatch(response, success);
		return mismatch ? [mismatch] : [];
	},
};

const repeatedNameProbe: Probe = {
	description: `${createZap.id}: with the name of another zap`,
	assumptions: ["zap.request"],
	status: createZap.success,
	async run(send, call) {
		const { id, method, path, success } = createZap;
		const zap = createValidRequest(id);
		await call(id, zap);
		const body = JSON.stringify(zap.body);
		const response = await send({ method, path, headers, body });
		const mismatch = findStatusMismatch(response, success);
		return mismatch ? [mismatch] : [];
	},
};

/** Probes for requests that the service must accept. */
export const acceptanceProbes: readonly Probe[] = [
	...argsProbes,
	sizeProbe,
	repeatedNameProbe,
];
