import {
	idPrefixes,
	operations,
} from "../../contracts/generated/operations.ts";
import type { components } from "../../contracts/generated/types.ts";

type Schemas = components["schemas"];
export type Zap = Schemas["Zap"];
export type AuditRecord = Schemas["AuditRecord"];
type CommandRequest = Schemas["CommandRequest"];
type Write = "submitCommand" | "submitPipeline" | "createZap";

/** A time finer than those of the records: milliseconds since the epoch, and millionths of them. */
export interface FineTime {
	readonly milliseconds: number;
	readonly millionths: number;
}

/** The conditions of a search, before they are written as a request. */
export interface Conditions {
	readonly action: string | undefined;
	readonly subjectType: string | undefined;
	readonly subjectId: string | undefined;
	readonly from: FineTime | undefined;
	readonly to: FineTime | undefined;
	readonly text: string | undefined;
}

/** What the service is expected to know; everything oldest first. */
export interface Model {
	readonly zaps: Zap[];
	readonly audit: AuditRecord[];
	commands: number;
	pipelines: number;
	/** How many requests there were, by operation and status. */
	readonly requests: Map<string, number>;
	/** The time of the next write, which every write moves on by a millisecond. */
	time: number;
}

export const START = Date.parse("2026-01-01T00:00:00.000Z");

export const emptyModel = (): Model => ({
	zaps: [],
	audit: [],
	commands: 0,
	pipelines: 0,
	requests: new Map(),
	time: START,
});

/** The time of the next write. */
export const timeOf = ({ time }: Model): string => new Date(time).toISOString();

function record(
	model: Model,
	operation: Write,
	id: string,
	detail: Record<string, unknown>,
): void {
	const { action, subjectType } = operations[operation].audit;
	// The id is the service's to give; it is compared by what it looks like, and by its order.
	model.audit.push({
		id: idPrefixes.auditRecord,
		at: timeOf(model),
		action,
		subject: { type: subjectType, id },
		detail,
	});
	model.time += 1;
}

export function addZap(model: Model, zap: Zap): void {
	model.zaps.push(zap);
	record(model, "createZap", zap.id, { name: zap.name });
}

export function addCommand(
	model: Model,
	id: string,
	{ command }: CommandRequest,
): void {
	model.commands += 1;
	record(model, "submitCommand", id, { command });
}

export function addPipeline(
	model: Model,
	id: string,
	steps: readonly CommandRequest[],
): void {
	model.pipelines += 1;
	record(model, "submitPipeline", id, { steps: steps.length });
}

export function countRequest(
	{ requests }: Model,
	operation: string,
	status: number,
): void {
	const key = `${operation} ${status}`;
	requests.set(key, (requests.get(key) ?? 0) + 1);
}

/** Letters match in either case as the regular expressions of the language have it, which is Unicode's simple folding. */
function holds(text: string, part: string): boolean {
	const source = [...part].map(
		(character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
	);
	return new RegExp(source.join(""), "iu").test(text);
}

const before = (
	at: string,
	{ milliseconds, millionths }: FineTime,
): boolean => {
	const time = Date.parse(at);
	return time < milliseconds || (time === milliseconds && millionths > 0);
};

/** What a search for text looks through. */
export const textsOf = ({
	action,
	subject,
	detail = {},
}: AuditRecord): string[] => [
	action,
	subject.id,
	...Object.values(detail).map(String),
];

/** The audit records that a search must find, newest first. */
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
		.filter((each) => from === undefined || !before(each.at, from))
		.filter((each) => to === undefined || before(each.at, to))
		.filter(
			(each) =>
				text === undefined || textsOf(each).some((whole) => holds(whole, text)),
		)
		.reverse();
}
