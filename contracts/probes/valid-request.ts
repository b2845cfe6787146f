import { uniqueWord } from "../../src/values/unique-word.ts";
import type { Call, ExampleRequest } from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";

const { auditQuery, zap, zapQuery, zapRequest } = names;
const { commandReceipt, commandRequest } = names;
const { pipelineReceipt, pipelineRequest } = names;

type Values = Readonly<Record<string, unknown>>;

const step = { [commandRequest.command]: "understudy" };
const TIME = "2026-01-01T00:00:00Z";

/** The required properties of each body. A service may require that names are unique. */
const required: Readonly<Record<string, () => Values>> = {
	submitCommand: () => step,
	submitPipeline: () => ({ [pipelineRequest.steps]: [step, step] }),
	createZap: () => ({ [zapRequest.name]: uniqueWord() }),
	searchAudit: () => ({}),
};

/** Without cursors: only the service knows a valid one. */
const optional: Readonly<Record<string, Values>> = {
	submitCommand: { [commandRequest.args]: {} },
	listZaps: { [zapQuery.limit]: "1" },
	searchAudit: {
		[auditQuery.action]: "understudy",
		[auditQuery.subjectType]: "understudy",
		[auditQuery.subjectId]: "understudy",
		[auditQuery.text]: "understudy",
		[auditQuery.from]: TIME,
		[auditQuery.to]: TIME,
		[auditQuery.limit]: 1,
	},
};

/** Returns the body of a request that the operation should accept. */
export const createValidBody = (operation: string): Values =>
	required[operation]?.() ?? {};

/** Returns a request that the operation should accept, with the given optional properties or parameters. */
export function createValidRequest(
	operation: string,
	selected: readonly string[] = [],
): ExampleRequest {
	const chosen = Object.entries(optional[operation] ?? {}).filter(([name]) =>
		selected.includes(name),
	);
	if (operation in required) {
		const body = createValidBody(operation);
		return { body: { ...body, ...Object.fromEntries(chosen) } };
	}
	const query = new URLSearchParams(
		chosen.map(([name, value]) => [name, String(value)]),
	);
	return query.size > 0 ? { query: `?${query}` } : {};
}

type Submission = "createZap" | "submitCommand" | "submitPipeline";

const receiptIds: Readonly<Record<Submission, string>> = {
	createZap: zap.id,
	submitCommand: commandReceipt.id,
	submitPipeline: pipelineReceipt.id,
};

/** Calls an operation that accepts something, and returns the id of that. */
export const submit = (
	call: Call,
	operation: Submission,
	body: Values = createValidBody(operation),
): Promise<string> =>
	call.forString(operation, receiptIds[operation], { body });
