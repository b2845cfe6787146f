import type { Change } from "../engine/changes.ts";
import type { NumberedRecord } from "../journal/journal.ts";

/** The maximum number of exchanges that wait for a reader. */
const MAX_EXCHANGES = 1_000;
/** The maximum size of exchanges that wait for a reader. A page that a browser has put to sleep reads none. */
const MAX_BYTES = 8 * 1024 * 1024;

type QueuedEvent = NumberedRecord | Change;

/** The unread exchanges and changes of a reader. */
interface EventQueue {
	addExchange(exchange: NumberedRecord): void;
	addChange(change: Change): void;
	/** Removes and returns the next event; undefined if the queue is empty. */
	take(): QueuedEvent | undefined;
}

const isExchange = (event: QueuedEvent): event is NumberedRecord =>
	"record" in event;

/**
 * Creates a queue. A reader that is too slow misses the oldest
 * exchanges, so that memory stays bounded. It misses no change, but gets equal ones once.
 */
export function createEventQueue(): EventQueue {
	let events: QueuedEvent[] = [];
	let bytes = 0;
	let exchanges = 0;

	function remove(index: number): QueuedEvent | undefined {
		const [event] = events.splice(index, 1);
		if (event && isExchange(event)) {
			bytes -= event.bytes;
			exchanges -= 1;
		}
		return event;
	}

	/** Removes the exchanges of a session, or of all. A reader would show them after it has cleared its list. */
	function removeExchanges(session: string | null): void {
		const isKept = (event: QueuedEvent): boolean =>
			!isExchange(event) ||
			(session !== null && event.record.session !== session);
		events = events.filter(isKept);
		const left = events.filter(isExchange);
		exchanges = left.length;
		bytes = left.reduce((sum, each) => sum + each.bytes, 0);
	}

	return {
		addExchange(exchange) {
			events.push(exchange);
			bytes += exchange.bytes;
			exchanges += 1;
			while (bytes > MAX_BYTES || exchanges > MAX_EXCHANGES)
				remove(events.findIndex(isExchange));
		},
		addChange(change) {
			const { session, subject } = change;
			if (subject === "journal" || subject === "session")
				removeExchanges(session);
			const isKnown = events.some(
				(each) =>
					!isExchange(each) &&
					each.session === session &&
					each.subject === subject,
			);
			if (!isKnown) events.push(change);
		},
		take: () => remove(0),
	};
}
