import { metricFamilies } from "../contracts/generated/operations.ts";
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
import type { Query } from "../src/store/store.ts";
import { exposeFamily, toHistogramSamples } from "../src/values/exposition.ts";
import { toMilliseconds } from "../src/values/to-milliseconds.ts";
import { defineOperation, type HandlerContext } from "./define-operation.ts";

/** Constant, so that its JSON text is cached. */
const HEALTHY = cacheJsonText(Object.freeze({ status: "ok" } as const));

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

const bounds: readonly number[] = metricFamilies.durations.buckets;

/** The behavior of the seven operations. */
export const operations: readonly OperationDefinition[] = [
	defineOperation("getHealth", async ({ success, reply }) =>
		reply(success, HEALTHY),
	),

	defineOperation("submitCommand", async ({ body, state, success, reply }) => {
		const command = await state.append((context) => {
			const command = createCommandRecord(context, body);
			const audit = auditOfCommand(context, command);
			return { add: { commands: command, audit }, result: command };
		});
		return reply(success, command);
	}),

	defineOperation("submitPipeline", async ({ body, state, success, reply }) => {
		const pipeline = await state.append((context) => {
			const pipeline = createPipelineRecord(context, body.steps);
			const audit = auditOfPipeline(context, pipeline);
			return { add: { pipelines: pipeline, audit }, result: pipeline };
		});
		return reply(success, pipeline);
	}),

	defineOperation(
		"listZaps",
		async ({ query, state, success, reply, reject }) => {
			const page = await state.page("zaps", query);
			return page
				? reply(success, page)
				: reject({ parameter: "cursor", detail: "was never issued" });
		},
	),

	defineOperation("createZap", async ({ body, state, success, reply }) => {
		const zap = await state.append((context) => {
			const zap = createZapRecord(context, body);
			const audit = auditOfZap(context, zap);
			return { add: { zaps: zap, audit }, result: zap };
		});
		return reply(success, zap);
	}),

	defineOperation(
		"searchAudit",
		async ({ body, state, success, reply, reject }) => {
			const { limit, cursor } = body;
			const where = toQuery(body);
			const page = await state.page("audit", { limit, cursor, where });
			return page
				? reply(success, page)
				: reject({ pointer: "/cursor", detail: "was never issued" });
		},
	),

	defineOperation("getMetrics", async ({ state, success, reply }) => {
		const { requests, durations, commands, pipelines, zaps, auditRecords } =
			metricFamilies;
		const observations = await state.observations();
		const exposition = [
			exposeFamily(
				requests,
				observations.map(({ labels, count }) => ({ labels, value: count })),
			),
			exposeFamily(
				durations,
				observations.flatMap((each) => toHistogramSamples(each, bounds)),
			),
			exposeFamily(commands, [{ value: await state.count("commands") }]),
			exposeFamily(pipelines, [{ value: await state.count("pipelines") }]),
			exposeFamily(zaps, [{ value: await state.count("zaps") }]),
			exposeFamily(auditRecords, [{ value: await state.count("audit") }]),
		];
		return reply(success, exposition.join(""));
	}),
];
