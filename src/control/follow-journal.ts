import type { JournalEntry } from "../journal/entry.ts";
import type { Journal, NumberedRecord } from "../journal/journal.ts";

/** A reader that is slower than the exchanges misses the oldest ones, so that memory stays bounded. */
const MAX_WAITING = 1_000;

/**
 * Returns each exchange recorded after this call, even if the caller starts reading later.
 * @param session undefined for all sessions
 */
export function followJournal(
	journal: Journal,
	session: string | undefined,
	toEntry: (record: NumberedRecord) => JournalEntry,
	signal: AbortSignal,
): AsyncIterable<JournalEntry> {
	const waiting: NumberedRecord[] = [];
	let wake = (): void => {};
	const unsubscribe = journal.subscribe((written) => {
		if (session !== undefined && written.record.session !== session) return;
		waiting.push(written);
		if (waiting.length > MAX_WAITING) waiting.shift();
		wake();
	});
	const end = (): void => {
		unsubscribe();
		signal.removeEventListener("abort", end);
		wake();
	};
	if (signal.aborted) end();
	else signal.addEventListener("abort", end);

	async function* read(): AsyncGenerator<JournalEntry> {
		try {
			while (!signal.aborted) {
				const next = waiting.shift();
				if (next) yield toEntry(next);
				else
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
			}
		} finally {
			end();
		}
	}
	return read();
}
