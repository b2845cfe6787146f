import { createMismatch } from "../../src/document/judgment/blame.ts";
import { isObject } from "../../src/values/json.ts";
import { uniqueWord } from "../../src/values/unique-word.ts";
import type { Call, Mismatch, Probe } from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { operations } from "../generated/operations.ts";
import { createValidBody, submit } from "./valid-request.ts";

const { createZap, searchAudit, submitCommand, submitPipeline } = operations;
const { auditPage, auditQuery, auditRecord, auditDetail } = names;
const { commandRequest, pipelineRequest, zapRequest } = names;

type Json = Readonly<Record<string, unknown>>;

/** @throws ArrangementFailure if the search finds no record, since nothing can be checked then */
async function findNewestRecord(call: Call, filters: Json): Promise<Json> {
	const { items } = auditPage;
	const body = { ...filters, [auditQuery.limit]: 1 };
	const page = await call("searchAudit", { body });
	const record = Object(page[items])[0];
	if (isObject(record)) return record;
	await call.forString("searchAudit", `${items}.0.${auditRecord.id}`, { body });
	return {};
}

const createNamed = (name: string): Json => ({ [zapRequest.name]: name });
const createStep = (command: string): Json => ({
	[commandRequest.command]: command,
});
const createSteps = (command: string): Json => ({
	[pipelineRequest.steps]: ["understudy", command].map(createStep),
});

/** Probes that rejected requests leave no audit records. Only a search can show this. */
const noRecordProbes: readonly Probe[] = (
	[
		[createZap, "with an empty name", "zap.request", createNamed],
		[submitCommand, "with an empty command", "command.request", createStep],
		[submitPipeline, "with one invalid step", "pipeline.receipt", createSteps],
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
			const headers = { "content-type": "application/json" };
			const body = JSON.stringify(createBody(""));
			const { status } = await send({ method, path, headers, body });
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

/** The property of the detail that repeats a property of the request; of a list, only its length. */
const details = [
	["createZap", auditDetail.name, zapRequest.name],
	["submitCommand", auditDetail.command, commandRequest.command],
	["submitPipeline", auditDetail.steps, pipelineRequest.steps],
] as const;

/** The detail of an audit record is optional. If a record has one, it must be correct. */
const detailProbe: Probe = {
	description: "searchAudit: the detail of a record, if it has one",
	assumptions: ["audit.record"],
	status: searchAudit.success,
	async run(_, call) {
		const mismatches: Mismatch[] = [];
		for (const [operation, property, sent] of details) {
			const body = createValidBody(operation);
			const subjectId = await submit(call, operation, body);
			const filters = { [auditQuery.subjectId]: subjectId };
			const record = await findNewestRecord(call, filters);
			const detail = record[auditRecord.detail];
			const value = body[sent];
			const expected = Array.isArray(value) ? value.length : value;
			const actual = isObject(detail) ? detail[property] : undefined;
			if (detail !== undefined && actual !== expected)
				mismatches.push(
					createMismatch(
						`$.${auditPage.items}[0].${auditRecord.detail}.${property}`,
						JSON.stringify(expected),
						JSON.stringify(actual) ?? "missing",
					),
				);
		}
		return mismatches;
	},
};

export const auditProbes: readonly Probe[] = [...noRecordProbes, detailProbe];
