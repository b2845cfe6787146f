import { isObject } from "../../src/values/is-object.ts";
import type { Call, Mismatch, Probe } from "../../src/verification/contract.ts";
import { operations } from "../generated/operations.ts";
import { createMismatch } from "./response-mismatches.ts";

const { createZap, searchAudit, submitCommand, submitPipeline } = operations;

type Json = Readonly<Record<string, unknown>>;

async function findNewestRecord(call: Call, filters: Json): Promise<Json> {
	const { items } = await call("searchAudit", {
		body: { ...filters, limit: 1 },
	});
	const [record] = Array.isArray(items) ? items : [];
	return isObject(record) ? record : {};
}

/** Creates a probe that a rejected request writes no audit record. Its status alone does not show that. */
const createNoRecordProbe = (
	operation: typeof createZap | typeof submitCommand | typeof submitPipeline,
	what: string,
	assumption: string,
	body: Json,
): Probe => ({
	description: `${operation.id}: ${what}, which leaves no trace`,
	assumptions: [assumption],
	status: operation.problems.invalid,
	async run(send, call) {
		const { id, method, path, audit } = operation;
		const filters = { action: audit.action };
		const before = await findNewestRecord(call, filters);
		const { status } = await send({
			method,
			path,
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		const after = await findNewestRecord(call, filters);
		if (status >= 400 && before.id === after.id) return [];
		return [
			createMismatch(
				"status",
				"a rejection without an audit record",
				`${status}, and the record ${String(after.id)}`,
				`${id} returned ${status} for a request it should reject, and wrote an audit record`,
			),
		];
	},
});

/** The detail of an audit record is optional. If a record has one, it must be correct. */
const detailProbe: Probe = {
	description: "searchAudit: the detail of a record, if it has one",
	assumptions: ["audit.record"],
	status: searchAudit.success,
	async run(_, call) {
		const name = "Understudy detail";
		const step = { command: "understudy" };
		const steps = [step, step];
		const mismatches: Mismatch[] = [];
		for (const [operation, body, expected] of [
			["createZap", { name }, { name }],
			["submitCommand", step, step],
			["submitPipeline", { steps }, { steps: steps.length }],
		] as const) {
			const subjectId = await call.forString(operation, "id", { body });
			const { detail } = await findNewestRecord(call, { subjectId });
			if (detail === undefined) continue;
			for (const [property, value] of Object.entries(expected)) {
				const actual = isObject(detail) ? detail[property] : undefined;
				if (actual !== value)
					mismatches.push(
						createMismatch(
							`$.items[0].detail.${property}`,
							JSON.stringify(value),
							JSON.stringify(actual) ?? "missing",
						),
					);
			}
		}
		return mismatches;
	},
};

export const auditProbes: readonly Probe[] = [
	createNoRecordProbe(createZap, "with an empty name", "zap.request", {
		name: "",
	}),
	createNoRecordProbe(
		submitCommand,
		"with an empty command",
		"command.request",
		{
			command: "",
		},
	),
	createNoRecordProbe(
		submitPipeline,
		"with one invalid step",
		"pipeline.receipt",
		{ steps: [{ command: "understudy" }, { command: "" }] },
	),
	detailProbe,
];
