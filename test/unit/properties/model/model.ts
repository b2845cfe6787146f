import { operations } from "../../../../contracts/generated/operations.ts";
import type { components } from "../../../../contracts/generated/types.ts";

type Schemas = components["schemas"];
export type Zap = Schemas["Zap"];
export type AuditRecord = Schemas["AuditRecord"];
export type WriteOperation = "submitCommand" | "submitPipeline" | "createZap";

/** The expected state of the service. Lists are in ascending order of creation. */
export interface Model {
	readonly zaps: Zap[];
	readonly audit: AuditRecord[];
	commands: number;
	pipelines: number;
	/** The number of requests by operation and status. */
	readonly requests: Map<string, number>;
	/** The time of the next write. Every write advances it by a millisecond. */
	time: number;
}

export const START = Date.parse("2026-01-01T00:00:00.000Z");

export const createEmptyModel = (): Model => ({
	zaps: [],
	audit: [],
	commands: 0,
	pipelines: 0,
	requests: new Map(),
	time: START,
});

export const readNextTime = ({ time }: Model): string =>
	new Date(time).toISOString();

/** Adds the audit record of a write. */
export function recordWrite(
	model: Model,
	operation: WriteOperation,
	id: string,
	detail: Record<string, unknown>,
): void {
	const { action, subjectType } = operations[operation].audit;
	// The service chooses the id. An empty one tells `expectItem` to copy the id from the first response.
	model.audit.push({
		id: "",
		at: readNextTime(model),
		action,
		subject: { type: subjectType, id },
		detail,
	});
	model.time += 1;
}

export function countRequest(
	{ requests }: Model,
	operation: string,
	status: number,
): void {
	const key = `${operation} ${status}`;
	requests.set(key, (requests.get(key) ?? 0) + 1);
}
