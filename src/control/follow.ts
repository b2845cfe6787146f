import type { Change, Changes } from "../engine/context.ts";
import type { JournalEntry } from "../journal/entry.ts";
import {
	DEFAULT_BYTES,
	type Journal,
	type NumberedRecord,
} from "../journal/journal.ts";

/** The exchanges and the changes that a reader has not read yet. */
export interface EventQueue {
	addExchange(exchange: NumberedRecord): void;
	addChange(change: Change): void;
	/** Removes and returns the next event; undefined if the queue is empty. */
	take(): NumberedRecord | Change | undefined;
}

/** A reader that is slower than the exchanges misses the oldest ones, so that memory stays bounded. */
const MAX_EXCHANGES = 1_000;
/** Above it, changes of single sessions become changes of all sessions. */
const MAX_CHANGES = 1_000;

/** Creates a queue that drops the oldest exchanges when there are too many. It merges changes, and drops none. */
export function createEventQueue(): EventQueue {
	let exchanges: NumberedRecord[] = [];
	let bytes = 0;
	/** The number of the last exchange. */
	let last = 0;
	/** Each with the number of the exchange after which it happened first. */
	const changes = new Map<string, { change: Change; after: number }>();

	function takeExchange(): NumberedRecord | undefined {
		const exchange = exchanges.shift();
		bytes -= exchange?.bytes ?? 0;
		return exchange;
	}

	function merge(change: Change, after: number): void {
		// No name of a session has a slash.
		const key = `${change.session ?? ""}/${change.subject}`;
		if (!changes.has(key)) changes.set(key, { change, after });
	}

	/** Forgets the exchanges that the journal has lost: their reader would show them after it has cleared its list. */
	function forget(session: string | null): void {
		exchanges = exchanges.filter(
			({ record }) => session !== null && record.session !== session,
		);
		bytes = exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0);
	}

	return {
		addExchange(exchange) {
			last = exchange.number;
			exchanges.push(exchange);
			bytes += exchange.bytes;
			while (exchanges.length > MAX_EXCHANGES || bytes > DEFAULT_BYTES)
				takeExchange();
		},
		addChange(change) {
			const { session, subject } = change;
			if (subject === "journal" || subject === "session") forget(session);
			merge(change, last);
			if (changes.size <= MAX_CHANGES) return;
			const all = [...changes.values()];
			changes.clear();
			for (const { change, after } of all)
				merge({ ...change, session: null }, after);
		},
		take() {
			const [first] = changes;
			const number = exchanges[0]?.number ?? Number.POSITIVE_INFINITY;
			if (!first || first[1].after >= number) return takeExchange();
			changes.delete(first[0]);
			return first[1].change;
		},
	};
}

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
