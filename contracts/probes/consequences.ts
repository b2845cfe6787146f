import type { Call, Mismatch, Probe } from "../../src/verification/contract.ts";
import { operations } from "../generated/operations.ts";
import { differs } from "./differences.ts";

const { createZap, searchAudit, submitCommand, submitPipeline } = operations;

type Json = Readonly<Record<string, unknown>>;

async function newest(call: Call, conditions: Json): Promise<Json> {
	const { items } = await call("searchAudit", {
		body: { ...conditions, limit: 1 },
	});
	const [item] = Array.isArray(items) ? items : [];
	return typeof item === "object" && item !== null ? item : {};
}

/** A refused request must leave no trace; its status alone would not show that. */
const leavesNoTrace = (
	operation: typeof createZap | typeof submitCommand | typeof submitPipeline,
	what: string,
	assumptions: readonly string[],
	body: Json,
): Probe => ({
	description: `${operation.id}: ${what}, which leaves no trace`,
	assumptions: assumptions,
	status: operation.problems.invalid,
	async run(send, call) {
		const { action } = operation.audit;
		const before = await newest(call, { action });
		const { status } = await send({
			method: operation.method,
			path: operation.path,
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		const after = await newest(call, { action });
		if (status >= 400 && before.id === after.id) return [];
		return [
			differs(
				"status",
				"a refusal without an audit record",
				`${status}, and the record ${String(after.id)}`,
				`${operation.id} answered ${status} to a request it should refuse, and wrote an audit record`,
			),
		];
	},
});

/** The detail of an audit record is optional; where it is there, it has to be right. */
const details: Probe = {
	description: "searchAudit: the detail of a record, where there is one",
	assumptions: ["audit.record"],
	status: searchAudit.success,
	async run(_, call) {
		const name = "Understudy detail";
		const step = { command: "understudy" };
		const steps = [step, step];
		const made = [
			["createZap", { name }, { name }],
			["submitCommand", step, step],
			["submitPipeline", { steps }, { steps: steps.length }],
		] as const;
		const mismatches: Mismatch[] = [];
		for (const [operation, body, expected] of made) {
			const subjectId = await call.forString(operation, "id", { body });
			const { detail } = (await newest(call, { subjectId })) as {
				detail?: Json;
			};
			for (const [member, value] of detail === undefined
				? []
				: Object.entries(expected))
				if (detail?.[member] !== value)
					mismatches.push(
						differs(
							`$.items[0].detail.${member}`,
							JSON.stringify(value),
							JSON.stringify(detail?.[member]) ?? "missing",
							`the detail of ${subjectId} should have ${member} ${JSON.stringify(value)}`,
						),
					);
		}
		return mismatches;
	},
};

export const consequences: readonly Probe[] = [
	leavesNoTrace(createZap, "with an empty name", ["zap.request"], { name: "" }),
	leavesNoTrace(submitCommand, "of no code point", ["command.request"], {
		command: "",
	}),
	leavesNoTrace(
		submitPipeline,
		"with one step that is not valid",
		["pipeline.receipt"],
		{ steps: [{ command: "understudy" }, { command: "" }] },
	),
	details,
];
