import type { Mock } from "zaps-understudy";
import type { Named } from "../comparison.ts";
import { callMock } from "./call-mock.ts";

const PAGE = 20;
const MAX_LIMIT = 100;

interface Page<Item> {
	readonly items: readonly Item[];
	readonly nextCursor: string | null;
}

interface AuditRecord {
	readonly at: string;
	readonly subject: { readonly id: string };
}

/** A query that returns the same number of items from a small and from a large mock. */
export interface ScaleQuery extends Named {
	run(): Promise<Page<unknown>>;
}

const listZaps = (
	mock: Mock,
	limit: number,
	cursor: string | null,
): Promise<Page<unknown>> => {
	const after = cursor === null ? "" : `&cursor=${cursor}`;
	return callMock(mock, `/v1/zaps?limit=${limit}${after}`);
};

const searchAudit = (mock: Mock, search: object): Promise<Page<AuditRecord>> =>
	callMock(mock, "/v1/audit/search", search);

/** Creates queries for the first page of this many zaps, and for the one in the middle. */
export async function createPageQueries(
	mock: Mock,
	zaps: number,
): Promise<ScaleQuery[]> {
	let cursor: string | null = null;
	for (let passed = 0; passed < zaps / 2; passed += MAX_LIMIT)
		cursor = (await listZaps(mock, MAX_LIMIT, cursor)).nextCursor;
	if (cursor === null)
		throw new Error(`Cannot measure: the mock has fewer than ${zaps} zaps.`);
	return [
		{ name: "listZaps, first page", run: () => listZaps(mock, PAGE, null) },
		{ name: "listZaps, middle page", run: () => listZaps(mock, PAGE, cursor) },
	];
}

/** Returns one page of the oldest records, newest first. */
async function readOldestRecords(mock: Mock): Promise<readonly AuditRecord[]> {
	let records: readonly AuditRecord[] = [];
	let cursor: string | null = null;
	do {
		const search = { limit: MAX_LIMIT, ...(cursor !== null && { cursor }) };
		const page: Page<AuditRecord> = await searchAudit(mock, search);
		records = [...records, ...page.items].slice(-PAGE);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return records;
}

/** Creates queries for the oldest records, which a scan from the newest would find last. */
export async function createAuditQueries(mock: Mock): Promise<ScaleQuery[]> {
	const oldest = await readOldestRecords(mock);
	const times = oldest.map(({ at }) => Date.parse(at));
	const span = {
		from: new Date(Math.min(...times)).toISOString(),
		// Exclusive.
		to: new Date(Math.max(...times) + 1).toISOString(),
	};
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
