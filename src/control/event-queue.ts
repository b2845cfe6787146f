import type { Change } from "../engine/changes.ts";
import { DEFAULT_BYTES, type NumberedRecord } from "../journal/journal.ts";

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
