import type { EngineContext } from "../engine/context.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import {
	DEFAULT_BYTES,
	type Journal,
	type NumberedRecord,
} from "../journal/journal.ts";
import { matchesRecord } from "../journal/matches-entry.ts";
import { createRedactedNames } from "../journal/redact.ts";
import { toJournalEntry } from "../journal/to-journal-entry.ts";
import { validators } from "../schemas/generated/engine-validators.ts";
import type * as schemas from "../schemas/generated/types.ts";
import type { Optional } from "../schemas/optional.ts";
import { requireKnownName, requireValid } from "./validate-arguments.ts";

/** Selects exchanges, and limits how many are returned. */
export type RequestsFilter = Optional<schemas.RequestsFilter>;

export interface RequestsPage {
	/** Newest first. */
	readonly requests: readonly JournalEntry[];
	/** The number of matching entries, regardless of the limit. */
	readonly total: number;
	/** The number of entries that the journal no longer has; some of them may have matched. */
	readonly dropped: number;
}

export interface JournalControl {
	/** @throws ControlError for an unknown operation or an invalid limit */
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	/** @throws ControlError for an unknown operation */
	countRequests(filter?: JournalFilter): Promise<number>;
	/** Returns the requests that no operation matched, newest first. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Returns each exchange recorded from now on, until the signal aborts. */
	events(signal: AbortSignal): Promise<AsyncIterable<JournalEntry>>;
}

/** Takes filters as a client sends them. */
export interface ValidatingJournalControl extends JournalControl {
	requests(filter?: unknown): Promise<RequestsPage>;
}

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
	let bytes = 0;
	let wake = (): void => {};
	const unsubscribe = journal.subscribe((written) => {
		if (session !== undefined && written.record.session !== session) return;
		waiting.push(written);
		bytes += written.bytes;
		while (waiting.length > MAX_WAITING || bytes > DEFAULT_BYTES) take();
		wake();
	});
	function take(): NumberedRecord | undefined {
		const next = waiting.shift();
		bytes -= next?.bytes ?? 0;
		return next;
	}
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
				const next = take();
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

/** @param currentSession returns the session to read, or undefined for all sessions */
export function createJournalControl(
	{ service, journal, redact }: EngineContext,
	currentSession: () => string | undefined,
): ValidatingJournalControl {
	const operations = service.operations.map(({ spec }) => spec.id);
	const view = (record: NumberedRecord) =>
		toJournalEntry(record, createRedactedNames([...redact]));

	async function requests(given?: unknown) {
		const { limit, ...filter } = requireValid(
			validators.RequestsFilter,
			given,
			"Invalid filter.",
		);
		// A test that expects no requests would pass with a misspelled operation.
		if (filter.operation !== undefined)
			requireKnownName("operation", filter.operation, operations);
		const matching = journal
			.read(currentSession())
			.filter(({ record }) => matchesRecord(record, filter));
		return {
			requests: matching.slice(0, limit).map(view),
			total: matching.length,
			dropped: journal.dropped(currentSession()),
		};
	}

	return {
		requests,
		countRequests: async (filter) =>
			(await requests({ ...filter, limit: 0 })).total,
		unmatchedRequests: async () =>
			journal
				.read(currentSession())
				.filter(({ record }) => !record.matched)
				.map(view),
		clearRequests: async () => journal.clear(currentSession()),
		events: async (signal) =>
			followJournal(journal, currentSession(), view, signal),
	};
}
