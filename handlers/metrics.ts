import {
	metricFamilies,
	operations,
} from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import type { Observation } from "../src/store/store.ts";
import { exposeFamily, type MetricSample } from "../src/values/exposition.ts";
import { defineOperation } from "./define-operation.ts";

const bounds: readonly number[] = metricFamilies.durations.buckets;

function toHistogramSamples({
	labels,
	count,
	sum,
	buckets,
}: Observation): MetricSample[] {
	return [
		...bounds.map((bound, index) => ({
			suffix: "_bucket",
			labels: { ...labels, le: `${bound}` },
			value: buckets[index] ?? 0,
		})),
		{ suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
		{ suffix: "_sum", labels, value: sum },
		{ suffix: "_count", labels, value: count },
	];
}

export const getMetrics: OperationDefinition = defineOperation(
	"getMetrics",
	async ({ state, reply }) => {
		const { requests, durations, commands, pipelines, zaps, auditRecords } =
			metricFamilies;
		const observations = await state.observations();
		const exposition = [
			exposeFamily(
				requests,
				observations.map(({ labels, count }) => ({ labels, value: count })),
			),
			exposeFamily(durations, observations.flatMap(toHistogramSamples)),
			exposeFamily(commands, [{ value: await state.count("commands") }]),
			exposeFamily(pipelines, [{ value: await state.count("pipelines") }]),
			exposeFamily(zaps, [{ value: await state.count("zaps") }]),
			exposeFamily(auditRecords, [{ value: await state.count("audit") }]),
		];
		return reply(operations.getMetrics.success, exposition.join(""));
	},
);
