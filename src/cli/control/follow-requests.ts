import type { Control } from "../../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { RecordMatch } from "../../journal/match-record.ts";
import { matchesPartially } from "../../journal/matches-partially.ts";
import type { RequestsFlags } from "./control-flags.ts";
import {
	FOLLOW_WIDTHS,
	nearestLines,
	requestRow,
	uncomparedNote,
} from "./request-rows.ts";
import { line } from "./table.ts";
import { withControl } from "./with-control.ts";

/** The same as the journal's own comparison, for entries that are told as they come. */
export function compareEntry(
	entry: JournalEntry,
	{ operation, method, path, status, query, body }: RequestsFilter,
): RecordMatch {
	const isMeant =
		(operation === undefined || entry.operation === operation) &&
		(method === undefined || entry.method === method.toUpperCase()) &&
		(path === undefined || entry.path === path) &&
		(status === undefined || entry.status === status) &&
		(query === undefined || matchesPartially(entry.query, query));
	if (!isMeant) return "mismatch";
	if (body === undefined) return "match";
	if (entry.request.truncated) return "uncompared";
	return matchesPartially(entry.request.body, body) ? "match" : "mismatch";
}

function print(entry: JournalEntry, isJson: boolean): void {
	const lines = isJson
		? [JSON.stringify(entry)]
		: [line(requestRow(entry), FOLLOW_WIDTHS), ...nearestLines(entry)];
	for (const told of lines) console.log(told);
}

/** Prints what there is, oldest first, and then each exchange as it happens, until it is enough or the mock ends. */
async function follow(
	control: Control,
	readEarlier: (control: Control) => Promise<RequestsPage>,
	filter: RequestsFilter,
	{ unmatched, json }: RequestsFlags,
	enough: AbortSignal,
): Promise<void> {
	// What happens while the earlier ones are read is among both.
	const events = await control.events(enough);
	const { requests } = await readEarlier(control);
	const printed = new Set(requests.map(({ id }) => id));
	for (const entry of requests.toReversed()) print(entry, json);
	for await (const entry of events) {
		if (printed.has(entry.id) || (unmatched && entry.matched)) continue;
		const comparison = compareEntry(entry, filter);
		if (comparison === "match") print(entry, json);
		else if (comparison === "uncompared") console.error(uncomparedNote(1));
	}
}

/** `understudy requests --follow`, until Ctrl+C, or nobody reads what it prints, or the mock ends. */
export async function followRequests(
	readEarlier: (control: Control) => Promise<RequestsPage>,
	filter: RequestsFilter,
	flags: RequestsFlags,
): Promise<void> {
	const enough = new AbortController();
	let isEnough = false;
	const stop = (): void => {
		isEnough = true;
		enough.abort();
	};
	process.once("SIGINT", stop);
	process.stdout.once("error", stop);
	try {
		await withControl(
			flags,
			(control) => follow(control, readEarlier, filter, flags, enough.signal),
			enough,
		);
	} catch (error) {
		if (!isEnough) throw error;
	} finally {
		process.off("SIGINT", stop);
	}
}
