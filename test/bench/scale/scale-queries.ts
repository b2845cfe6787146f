import type { Mock } from "zaps-understudy";
import {
	type AuditRecord,
	listZaps,
	type Page,
	readMiddleCursor,
	readOldestRecords,
	searchAudit,
} from "./mock-client.ts";

const PAGE = 20;
const MILLISECOND = 1;

/** A query that returns the same number of items from a small and from a large mock. */
export interface ScaleQuery {
	readonly name: string;
	run(): Promise<Page<unknown>>;
}

export async function createPageQueries(
	mock: Mock,
	zaps: number,
): Promise<ScaleQuery[]> {
	const cursor = await readMiddleCursor(mock, zaps);
	return [
		{ name: "listZaps, first page", run: () => listZaps(mock, PAGE, null) },
		{
			name: "listZaps, middle page",
			run: () => listZaps(mock, PAGE, cursor),
		},
	];
}

/** Returns the time range of the records. `to` is exclusive. */
function findTimeRange(records: readonly AuditRecord[]): {
	from: string;
	to: string;
} {
	const times = records.map(({ at }) => Date.parse(at));
	return {
		from: new Date(Math.min(...times)).toISOString(),
		to: new Date(Math.max(...times) + MILLISECOND).toISOString(),
	};
}

/** Creates queries for the oldest records, which a scan from the newest would find last. */
export async function createAuditQueries(mock: Mock): Promise<ScaleQuery[]> {
	const oldest = await readOldestRecords(mock, PAGE);
	const span = findTimeRange(oldest);
	const search = (name: string, conditions: object): ScaleQuery => ({
		name: `searchAudit by ${name}`,
		run: () => searchAudit(mock, { limit: PAGE, ...conditions }),
	});
	const action = "command.submitted";
	return [
		search("action", { action }),
		search("subjectType", { subjectType: "pipeline" }),
		search("subjectId", { subjectId: oldest.at(-1)?.subject.id }),
		search("time range", span),
		search("all of them", { action, subjectType: "command", ...span }),
	];
}
