import {
	metricFamilies,
	operations,
} from "../contracts/generated/operations.ts";
import {
	auditOfCommand,
	auditOfPipeline,
	auditOfZap,
	createCommandRecord,
	createPipelineRecord,
	createZapRecord,
} from "../resources/records.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import { cacheJsonText } from "../src/engine/response/response.ts";
import type { Observation, Query } from "../src/store/store.ts";
import { exposeFamily, type MetricSample } from "../src/values/exposition.ts";
import { defineOperation, type HandlerContext } from "./define-operation.ts";

const SUB_MILLISECONDS = /\.\d{3}(\d*[1-9]\d*)/;
const LEAP_SECOND = /:60(?=\.|z|[+-])/i;

/**
 * Converts an RFC 3339 date-time to the first whole millisecond at or after it. Records have whole milliseconds, so this
 * does not change how they compare with it.
 */
export function toMilliseconds(dateTime: string): number {
	const leap = LEAP_SECOND.test(dateTime);
	// Date.parse rejects second 60, which counts as the start of the next minute.
	const time =
		Date.parse(
			leap
				? dateTime.replace(LEAP_SECOND, ":59").replace(/\.\d+/, "")
				: dateTime,
		) + (leap ? 1000 : 0);
	return SUB_MILLISECONDS.test(dateTime) && !leap ? time + 1 : time;
}

/** Constant, so that its JSON text is cached. */
const HEALTHY = cacheJsonText(Object.freeze({ status: "ok" } as const));

export const getHealth: OperationDefinition = defineOperation(
	"getHealth",
	async ({ reply }) => reply(operations.getHealth.success, HEALTHY),
);

export const submitCommand: OperationDefinition = defineOperation(
	"submitCommand",
	async ({ body, state, reply }) => {
		const command = await state.append((context) => {
			const command = createCommandRecord(context, body);
			return {
				add: { commands: command, audit: auditOfCommand(context, command) },
				result: command,
			};
		});
		return reply(operations.submitCommand.success, command);
	},
);

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

export const listZaps: OperationDefinition = defineOperation(
	"listZaps",
	async ({ query, state, reply, reject }) => {
		const page = await state.page("zaps", query);
		return page
			? reply(operations.listZaps.success, page)
			: reject({ parameter: "cursor", detail: "was never issued" });
	},
);

export const createZap: OperationDefinition = defineOperation(
	"createZap",
	async ({ body, state, reply }) => {
		const zap = await state.append((context) => {
			const zap = createZapRecord(context, body);
			return {
				add: { zaps: zap, audit: auditOfZap(context, zap) },
				result: zap,
			};
		});
		return reply(operations.createZap.success, zap);
	},
);

/** Turns the body of a search into a query of the store. */
function toQuery({
	action,
	subjectType,
	subjectId,
	from,
	to,
	text,
}: HandlerContext<"searchAudit">["body"]): Query {
	const keys = Object.entries({ action, subjectType, subjectId }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return {
		keys: Object.fromEntries(keys),
		...(from !== undefined && { from: toMilliseconds(from) }),
		...(to !== undefined && { to: toMilliseconds(to) }),
		...(text !== undefined && { text }),
	};
}

export const searchAudit: OperationDefinition = defineOperation(
	"searchAudit",
	async ({ body, state, reply, reject }) => {
		const page = await state.page("audit", {
			limit: body.limit,
			cursor: body.cursor,
			where: toQuery(body),
		});
		return page
			? reply(operations.searchAudit.success, page)
			: reject({ pointer: "/cursor", detail: "was never issued" });
	},
);

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
