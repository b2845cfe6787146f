import { isObject } from "../../src/values/json.ts";
import type { Call, Mismatch, Probe } from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { operations } from "../generated/operations.ts";
import { uniqueWord } from "../requests/valid-request.ts";
import { createMismatch } from "./response-mismatches.ts";

const { createZap, searchAudit, submitCommand, submitPipeline } = operations;

const {
	auditPage,
	auditQuery,
	auditRecord,
	auditDetail,
	commandReceipt,
	commandRequest,
	pipelineReceipt,
	pipelineRequest,
	zap,
	zapRequest,
} = names;

type Json = Readonly<Record<string, unknown>>;

/** @throws ArrangementFailure if the search finds no record, since nothing can be checked then */
async function findNewestRecord(call: Call, filters: Json): Promise<Json> {
	const body = { ...filters, [auditQuery.limit]: 1 };
	const page = await call("searchAudit", { body });
	const items = page[auditPage.items];
	const [record] = Array.isArray(items) ? items : [];
	if (isObject(record)) return record;
	await call.forString(
		"searchAudit",
		`${auditPage.items}.0.${auditRecord.id}`,
		{ body },
	);
	return {};
}

const createNamed = (name: string): Json => ({ [zapRequest.name]: name });
const createStep = (command: string): Json => ({
	[commandRequest.command]: command,
});

/** Probes for audit records of rejected requests. Only a search shows that there are none. */
const noRecordProbes: readonly Probe[] = (
	[
		[createZap, "with an empty name", "zap.request", createNamed],
		[submitCommand, "with an empty command", "command.request", createStep],
		[
			submitPipeline,
			"with one invalid step",
			"pipeline.receipt",
			(command: string) => ({
				[pipelineRequest.steps]: ["understudy", command].map(createStep),
			}),
		],
	] as const
).map(
	([{ id, method, path, problems, audit }, what, assumption, createBody]) => ({
		description: `${id}: ${what}, which leaves no trace`,
		assumptions: [assumption],
		status: problems.invalid,
		async run(send, call) {
			const filters = { [auditQuery.action]: audit.action };
			// Without a record, there is nothing that the rejected request could be compared with.
			await call(id, { body: createBody(uniqueWord()) });
			const before = await findNewestRecord(call, filters);
			const { status } = await send({
				method,
				path,
				headers: { "content-type": "application/json" },
				body: JSON.stringify(createBody("")),
			});
			const after = await findNewestRecord(call, filters);
			const isRejection = status >= 400 && status < 500;
			if (isRejection && before[auditRecord.id] === after[auditRecord.id])
				return [];
			return [
				createMismatch(
					"status",
					"a rejection without an audit record",
					`${status}, and the record ${String(after[auditRecord.id])}`,
					`${id} returned ${status} for a request it should reject, and wrote an audit record`,
				),
			];
		},
	}),
);

/** The detail of an audit record is optional. If a record has one, it must be correct. */
const detailProbe: Probe = {
	description: "searchAudit: the detail of a record, if it has one",
	assumptions: ["audit.record"],
	status: searchAudit.success,
	async run(_, call) {
		const name = uniqueWord();
		const command = "understudy";
		const step = { [commandRequest.command]: command };
		const steps = [step, step];
		const mismatches: Mismatch[] = [];
		for (const [operation, id, body, expected] of [
			[
				"createZap",
				zap.id,
				{ [zapRequest.name]: name },
				{ [auditDetail.name]: name },
			],
			[
				"submitCommand",
				commandReceipt.id,
				step,
				{ [auditDetail.command]: command },
			],
			[
				"submitPipeline",
				pipelineReceipt.id,
				{ [pipelineRequest.steps]: steps },
				{ [auditDetail.steps]: steps.length },
			],
		] as const) {
			const subjectId = await call.forString(operation, id, { body });
			const record = await findNewestRecord(call, {
				[auditQuery.subjectId]: subjectId,
			});
			const detail = record[auditRecord.detail];
			if (detail === undefined) continue;
			for (const [property, value] of Object.entries(expected)) {
				const actual = isObject(detail) ? detail[property] : undefined;
				if (actual !== value)
					mismatches.push(
						createMismatch(
							`$.${auditPage.items}[0].${auditRecord.detail}.${property}`,
							JSON.stringify(value),
							JSON.stringify(actual) ?? "missing",
						),
					);
			}
		}
		return mismatches;
	},
};

export const auditProbes: readonly Probe[] = [...noRecordProbes, detailProbe];
