import type { Mock } from "zaps-understudy";
import {
	type AuditRecord,
	cursorInTheMiddle,
	listZaps,
	oldestRecords,
	type Page,
	searchAudit,
} from "./mock-client.ts";

const PAGE = 20;
const MILLISECOND = 1;

/** Something that is asked of a small mock and of a large one, and answered with as many items by both. */
export interface Question {
	readonly name: string;
	ask(): Promise<Page<unknown>>;
}

export async function pageQuestions(
	mock: Mock,
	zaps: number,
): Promise<Question[]> {
	const cursor = await cursorInTheMiddle(mock, zaps);
	return [
		{ name: "listZaps, first page", ask: () => listZaps(mock, PAGE, null) },
		{
			name: "listZaps, half-way through",
			ask: () => listZaps(mock, PAGE, cursor),
		},
	];
}

/** What spans the records, `to` being exclusive. */
function spanOf(records: readonly AuditRecord[]): { from: string; to: string } {
	const times = records.map(({ at }) => Date.parse(at));
	return {
		from: new Date(Math.min(...times)).toISOString(),
		to: new Date(Math.max(...times) + MILLISECOND).toISOString(),
	};
}

/** About the oldest records, which a search from the newest on would meet last. */
export async function auditQuestions(mock: Mock): Promise<Question[]> {
	const oldest = await oldestRecords(mock, PAGE);
	const span = spanOf(oldest);
	const search = (name: string, conditions: object): Question => ({
		name: `searchAudit by ${name}`,
		ask: () => searchAudit(mock, { limit: PAGE, ...conditions }),
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
