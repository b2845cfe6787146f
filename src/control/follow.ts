import type { Change, Changes } from "../engine/changes.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal, NumberedRecord } from "../journal/journal.ts";
import { createEventQueue } from "./event-queue.ts";

/** Something that happened in a mock. */
export type ControlEvent =
	| { readonly type: "exchange"; readonly entry: JournalEntry }
	| { readonly type: "change"; readonly change: Change };

/**
 * Returns each exchange and each change after this call, even if the caller starts reading later.
 * @param session undefined for all sessions
 */
export function follow(
	{
		journal,
		changes,
	}: { readonly journal: Journal; readonly changes?: Changes },
	session: string | undefined,
	toEntry: (record: NumberedRecord) => JournalEntry,
	signal: AbortSignal,
): AsyncIterable<ControlEvent> {
	const queue = createEventQueue();
	let wake = (): void => {};
	const isFollowed = (name: string | null): boolean =>
		session === undefined || name === null || name === session;
	const unsubscribe = [
		journal.subscribe((written) => {
			if (!isFollowed(written.record.session)) return;
			queue.addExchange(written);
			wake();
		}),
		changes?.subscribe((change) => {
			if (!isFollowed(change.session)) return;
			queue.addChange(change);
			wake();
		}),
	];
	const end = (): void => {
		for (const each of unsubscribe) each?.();
		signal.removeEventListener("abort", end);
		wake();
	};
	if (signal.aborted) end();
	else signal.addEventListener("abort", end);

	async function* read(): AsyncGenerator<ControlEvent> {
		try {
			while (!signal.aborted) {
				const next = queue.take();
				if (!next)
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
				else if ("record" in next)
					yield { type: "exchange", entry: toEntry(next) };
				else yield { type: "change", change: next };
			}
		} finally {
			end();
		}
	}
	return read();
}

/** Returns the entry of each exchange after this call, even if the caller starts reading later. */
export function followJournal(
	journal: Journal,
	...args: Parameters<typeof follow> extends [unknown, ...infer Rest]
		? Rest
		: never
): AsyncIterable<JournalEntry> {
	const events = follow({ journal }, ...args);
	async function* read(): AsyncGenerator<JournalEntry> {
		for await (const event of events)
			if (event.type === "exchange") yield event.entry;
	}
	return read();
}
