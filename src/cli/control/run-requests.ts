import type { Control } from "../../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { RecordMatch } from "../../journal/match-record.ts";
import type {
	ControlFlags,
	FilterFlags,
	RequestsFlags,
} from "./control-flags.ts";
import { compareEntry, followRequests } from "./follow-requests.ts";
import { printJson } from "./print-json.ts";
import { parseJson } from "./read-json.ts";
import {
	droppedNote,
	nearestLines,
	REQUEST_COLUMNS,
	requestRow,
	uncomparedNote,
} from "./request-rows.ts";
import { table } from "./table.ts";
import { withControl } from "./with-control.ts";

/** One that is named more than once has to have been sent with each of the values, in that order. */
function queryOf(
	parameters: NonNullable<FilterFlags["query"]>,
): NonNullable<RequestsFilter["query"]> {
	const values = new Map<string, string[]>();
	for (const [name, value] of parameters)
		values.set(name, [...(values.get(name) ?? []), value]);
	return Object.fromEntries(
		[...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
	);
}

function filterOf(flags: FilterFlags): RequestsFilter {
	const { operation, method, path, status, query, body } = flags;
	return {
		operation,
		method,
		path,
		status,
		...(query && { query: queryOf(query) }),
		...(body !== undefined && { body: parseJson(body, "--body") }),
	};
}

async function unmatched(
	control: Control,
	{ limit, ...filter }: RequestsFilter,
): Promise<RequestsPage> {
	const all = await control.unmatchedRequests();
	const like = (comparison: RecordMatch): JournalEntry[] =>
		all.filter((entry) => compareEntry(entry, filter) === comparison);
	const requests = like("match");
	const { dropped } = await control.requests({ limit: 0 });
	return {
		requests: requests.slice(0, limit),
		total: requests.length,
		dropped,
		uncompared: like("uncompared").length,
	};
}

/** What a number alone would hide. */
const notes = ({
	dropped,
	uncompared,
}: Pick<RequestsPage, "dropped" | "uncompared">): string[] =>
	[droppedNote(dropped), uncomparedNote(uncompared)].filter(Boolean);

function list(page: RequestsPage): string {
	const { requests, total } = page;
	const doubts = notes(page);
	if (total === 0) return ["There are none.", ...doubts].join(" ");
	const rows = table(REQUEST_COLUMNS, requests.map(requestRow)).split("\n");
	const [head = "", ...lines] = rows;
	const told = requests.flatMap((entry, index) => [
		lines[index] ?? "",
		...nearestLines(entry),
	]);
	const count =
		total > requests.length || doubts.length > 0
			? [[`${requests.length} of ${total}.`, ...doubts].join(" ")]
			: [];
	return [head, ...told, ...count].join("\n");
}

/** `understudy requests`. */
export async function runRequests(flags: RequestsFlags): Promise<void> {
	const filter = { ...filterOf(flags), limit: flags.limit };
	const ask = (control: Control): Promise<RequestsPage> =>
		flags.unmatched ? unmatched(control, filter) : control.requests(filter);
	if (flags.follow) return followRequests(ask, filter, flags);
	const page = await withControl(flags, ask);
	if (flags.json) printJson(page);
	else console.log(list(page));
}

/** `understudy requests count`. */
export async function runCount(flags: FilterFlags): Promise<void> {
	const filter = { ...filterOf(flags), limit: 0 };
	const page = await withControl(flags, (control) => control.requests(filter));
	const { total: count, dropped, uncompared } = page;
	if (flags.json) return printJson({ count, dropped, uncompared });
	console.log(`${count}`);
	for (const note of notes(page)) console.error(note);
}

/** `understudy requests clear`. */
export async function runClear(flags: ControlFlags): Promise<void> {
	await withControl(flags, (control) => control.clearRequests());
	if (!flags.json) console.log("The journal is empty.");
}
