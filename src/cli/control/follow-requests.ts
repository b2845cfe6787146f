import type {
	RequestsFilter,
	RequestsPage,
} from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { matchEntry } from "../../journal/match-entry.ts";
import type { ControlContext } from "./add-control-action.ts";
import { formatGaps, formatRequest } from "./request-lines.ts";

/** The options of `understudy requests`. */
export interface RequestsFlags extends RequestsFilter {
	readonly unmatched?: boolean;
	readonly limit: number;
	readonly follow?: boolean;
	readonly json?: boolean;
}

/**
 * Prints the earlier requests, oldest first, and then each request as it happens, until Ctrl+C, or standard output is
 * closed, or the mock stops.
 */
export async function followRequests(
	{ control, cancel }: ControlContext,
	{ unmatched, json, ...filter }: RequestsFlags,
	readEarlier: () => Promise<RequestsPage>,
): Promise<void> {
	const { signal } = cancel;
	const stop = (): void => cancel.abort();
	const print = (entry: JournalEntry): void => {
		const lines = json ? [JSON.stringify(entry)] : formatRequest(entry);
		for (const line of lines) console.log(line);
	};
	process.once("SIGINT", stop);
	process.stdout.once("error", stop);
	try {
		// Subscribe first. A request that arrives while the earlier ones are read is in both, and printed once.
		const events = await control.events(signal);
		const { requests } = await readEarlier();
		const printed = new Set(requests.map(({ id }) => id));
		for (const entry of requests.toReversed()) print(entry);
		for await (const entry of events) {
			if (printed.has(entry.id) || (unmatched && entry.matched)) continue;
			const result = matchEntry(entry, filter);
			if (result === "match") print(entry);
			else if (result === "uncompared")
				for (const gap of formatGaps({ dropped: 0, uncompared: 1 }))
					console.error(gap);
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		process.off("SIGINT", stop);
	}
}
