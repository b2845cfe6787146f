import type { JournalEntry } from "../journal/entry.ts";
import type { Journal, NumberedRecord } from "../journal/journal.ts";

/** Someone who reads slower than exchanges happen misses the oldest, instead of filling the memory. */
const MAX_WAITING = 1_000;

/** Each exchange of the session, or of all, from this call on, though it is read later. */
export function followJournal(
	journal: Journal,
	session: string | undefined,
	tell: (each: NumberedRecord) => JournalEntry,
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
				if (next) yield tell(next);
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
