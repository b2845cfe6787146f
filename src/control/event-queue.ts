import type { Change } from "../engine/context.ts";
import type { NumberedRecord } from "../journal/journal.ts";

/** The unread exchanges and changes of a reader. */
export interface EventQueue {
	addExchange(exchange: NumberedRecord): void;
	addChange(change: Change): void;
	/** Removes and returns the next event; undefined if the queue is empty. */
	take(): NumberedRecord | Change | undefined;
	/** Removes all events, and subtracts their size from the total size. */
	close(): void;
}

/**
 * The maximum number of waiting exchanges. A reader that is too slow misses the oldest ones, so that memory stays
 * bounded.
 */
const MAX_EXCHANGES = 1_000;
/** The maximum size of waiting exchanges. A page that a browser has put to sleep reads none. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The maximum size of the waiting exchanges in all queues of a mock. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;
/** With more changes than this, changes of single sessions become changes of all sessions. */
const MAX_CHANGES = 1_000;

type QueuedEvent = NumberedRecord | Change;

const isExchange = (event: QueuedEvent): event is NumberedRecord =>
	"record" in event;

/** The state that the queues of one mock share. */
export interface EventQueues {
	readonly maxBytes: number;
	/** The total size of the exchanges. */
	bytes: number;
	readonly open: Set<{
		readonly bytes: () => number;
		readonly dropOldest: () => void;
	}>;
}

export const createEventQueues = (
	maxBytes: number = MAX_TOTAL_BYTES,
): EventQueues => ({ maxBytes, bytes: 0, open: new Set() });

/** Creates a queue. It drops the oldest exchanges if there are too many. It merges changes, and drops none. */
export function createEventQueue(
	queues: EventQueues = createEventQueues(),
): EventQueue {
	let events: QueuedEvent[] = [];
	/** The size of the waiting exchanges. */
	let bytes = 0;
	let exchanges = 0;

	function count(event: QueuedEvent | undefined, sign: 1 | -1): void {
		if (!event || !isExchange(event)) return;
		exchanges += sign;
		bytes += sign * event.bytes;
		queues.bytes += sign * event.bytes;
	}

	function push(event: QueuedEvent): void {
		count(event, 1);
		events.push(event);
	}

	function remove(index: number): QueuedEvent | undefined {
		const [event] = events.splice(index, 1);
		count(event, -1);
		return event;
	}

	function keepOnly(isKept: (event: QueuedEvent) => boolean): void {
		events = events.filter((event) => {
			const kept = isKept(event);
			if (!kept) count(event, -1);
			return kept;
		});
	}

	/** Turns changes of single sessions into changes of all sessions, each subject once. */
	function mergeChanges(): void {
		const seen = new Set<string>();
		events = events.flatMap((event) => {
			if (isExchange(event)) return event;
			if (seen.has(event.subject)) return [];
			seen.add(event.subject);
			return { ...event, session: null };
		});
	}

	const own = {
		bytes: () => bytes,
		dropOldest: () => void remove(events.findIndex(isExchange)),
	};
	queues.open.add(own);

	return {
		addExchange(exchange) {
			push(exchange);
			while (bytes > MAX_BYTES || exchanges > MAX_EXCHANGES) own.dropOldest();
			while (queues.bytes > queues.maxBytes)
				[...queues.open]
					.reduce((a, b) => (b.bytes() > a.bytes() ? b : a))
					.dropOldest();
		},
		addChange(change) {
			const { session, subject } = change;
			// These exchanges are no longer in the journal: a reader would show them again after it has cleared its list.
			if (subject === "journal" || subject === "session")
				keepOnly(
					(each) =>
						!isExchange(each) ||
						(session !== null && each.record.session !== session),
				);
			const isKnown = events.some(
				(each) =>
					!isExchange(each) &&
					each.session === session &&
					each.subject === subject,
			);
			if (!isKnown) push(change);
			if (events.length - exchanges > MAX_CHANGES) mergeChanges();
		},
		take: () => remove(0),
		close() {
			keepOnly(() => false);
			queues.open.delete(own);
		},
	};
}
