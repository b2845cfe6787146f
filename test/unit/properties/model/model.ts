import {
	idPrefixes,
	operations,
} from "../../../../contracts/generated/operations.ts";
import type { components } from "../../../../contracts/generated/types.ts";

type Schemas = components["schemas"];
export type Zap = Schemas["Zap"];
export type AuditRecord = Schemas["AuditRecord"];
export type WriteOperation = "submitCommand" | "submitPipeline" | "createZap";

/** A time more precise than the times of records: milliseconds since the epoch, and millionths of a millisecond. */
export interface PreciseTime {
	readonly milliseconds: number;
	readonly millionths: number;
}

/** The conditions of a search, before they are formatted for a request. */
export interface Conditions {
	readonly action?: string | undefined;
	readonly subjectType?: string | undefined;
	readonly subjectId?: string | undefined;
	readonly from?: PreciseTime | undefined;
	readonly to?: PreciseTime | undefined;
	readonly text?: string | undefined;
}

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
	// The service chooses the id. A prefix alone tells `expectItem` to copy the id from the first response.
	model.audit.push({
		id: idPrefixes.auditRecord,
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

/** Ends in upper case, because sigma has two lower-case letters, and so that `ss` finds the German sharp s. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

const isBefore = (
	at: string,
	{ milliseconds, millionths }: PreciseTime,
): boolean => {
	const time = Date.parse(at);
	return time < milliseconds || (time === milliseconds && millionths > 0);
};

/** Lists the texts of a record that a text search reads. */
export const listSearchedTexts = ({
	action,
	subject,
	detail = {},
}: AuditRecord): string[] => [
	action,
	subject.id,
	...Object.values(detail).map(String),
];

/** Returns the audit records that match the conditions, newest first. */
export function search(
	{ audit }: Model,
	{ action, subjectType, subjectId, from, to, text }: Conditions,
): AuditRecord[] {
	return audit
		.filter((each) => action === undefined || each.action === action)
		.filter(
			(each) => subjectType === undefined || each.subject.type === subjectType,
		)
		.filter((each) => subjectId === undefined || each.subject.id === subjectId)
		.filter((each) => from === undefined || !isBefore(each.at, from))
		.filter((each) => to === undefined || isBefore(each.at, to))
		.filter(
			(each) =>
				text === undefined ||
				listSearchedTexts(each).some((searched) =>
					foldCase(searched).includes(foldCase(text)),
				),
		)
		.reverse();
}
