import { errorMessage } from "../../src/values/error-message.ts";
import type {
	Mismatch,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { metricFamilies, operations } from "../generated/operations.ts";
import { differs, statusDiffers } from "./differences.ts";
import { type Exposition, readExposition } from "./exposition-reader.ts";

const { getMetrics, submitCommand } = operations;
const request = { method: getMetrics.method, path: getMetrics.path };

function read(
	answer: ProviderResponse,
): { exposition: Exposition } | { mismatches: Mismatch[] } {
	const byStatus = statusDiffers(answer, getMetrics.success);
	if (byStatus.length > 0) return { mismatches: byStatus };
	try {
		return { exposition: readExposition(answer.body.toString("utf8")) };
	} catch (error) {
		const message = errorMessage(error);
		return {
			mismatches: [
				differs("$", "a Prometheus text exposition 0.0.4", message, message),
			],
		};
	}
}

const grammar: Probe = {
	description: "getMetrics: is a Prometheus text exposition, line by line",
	assumptions: ["metrics.format"],
	status: getMetrics.success,
	async run(send) {
		const found = read(await send(request));
		return "mismatches" in found ? found.mismatches : [];
	},
};

const families: Probe = {
	description: "getMetrics: each family has its type, and counts what happens",
	assumptions: ["metrics.series"],
	status: getMetrics.success,
	async run(send, call) {
		const { requests, durations, commands, pipelines, zaps, auditRecords } =
			metricFamilies;
		const before = read(await send(request));
		const step = { command: "understudy.counted" };
		await call("submitCommand", { body: step });
		await call("submitPipeline", { body: { steps: [step] } });
		await call("createZap", { body: { name: "Understudy, counted" } });
		const after = read(await send(request));
		// That it cannot be read at all is for the grammar to tell.
		if ("mismatches" in before || "mismatches" in after)
			return [...("mismatches" in after ? after.mismatches : [])];
		const { exposition } = after;
		const labels = {
			operation: submitCommand.id,
			status: `${submitCommand.success}`,
		};
		const counted = [
			[commands.name, {}],
			[pipelines.name, {}],
			[zaps.name, {}],
			[auditRecords.name, {}],
			[requests.name, labels],
			[`${durations.name}_count`, labels],
		] as const;
		return [
			...Object.values(metricFamilies)
				.filter(({ name, type }) => exposition.types.get(name) !== type)
				.map(({ name, type }) => {
					const actual = exposition.types.get(name) ?? "missing";
					return differs(
						"$",
						`${name} of type ${type}`,
						actual,
						`${name} should be a ${type} and is ${actual}`,
					);
				}),
			...counted
				.filter(
					([name, by]) =>
						(exposition.total(name, by) ?? 0) <=
						(before.exposition.total(name, by) ?? 0),
				)
				.map(([name]) =>
					differs(
						"$",
						`${name} to have grown`,
						`${exposition.total(name) ?? "missing"}`,
						`${name} did not grow when a command, a pipeline and a zap were accepted`,
					),
				),
		];
	},
};

export const metrics: readonly Probe[] = [grammar, families];
