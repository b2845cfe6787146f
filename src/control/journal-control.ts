import type { EngineContext } from "../engine/context.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import type { NumberedRecord } from "../journal/journal.ts";
import { matchesRecord } from "../journal/matches-entry.ts";
import { toJournalEntry } from "../journal/to-journal-entry.ts";
import { validators } from "../schemas/generated/engine-validators.ts";
import type * as schemas from "../schemas/generated/types.ts";
import type { Optional } from "../schemas/optional.ts";
import { createRedactedNames } from "../values/redact.ts";
import { requireKnownName, requireValid } from "./control-error.ts";
import { type ControlEvent, follow, followJournal } from "./follow.ts";

/** Selects exchanges, and limits how many are returned. */
export type RequestsFilter = Optional<schemas.RequestsFilter>;

export interface RequestsPage {
	/** Newest first. */
	readonly requests: readonly JournalEntry[];
	/** The number of matching entries, regardless of the limit. With `before`, only of older ones. */
	readonly total: number;
	/** The number of entries that the journal no longer has; some of them may have matched. */
	readonly dropped: number;
}

export interface JournalControl {
	/** @throws ControlError for an unknown operation, or an invalid limit or id */
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	/** @throws ControlError for an unknown operation */
	countRequests(filter?: JournalFilter): Promise<number>;
	/** Returns the requests that no operation matched, newest first. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Returns each exchange recorded from now on, until the signal aborts. */
	events(signal: AbortSignal): Promise<AsyncIterable<JournalEntry>>;
	/**
	 * Returns each exchange recorded from now on, and each change that a client makes, until the signal aborts. A reader
	 * that is too slow misses the oldest exchanges, but no change. The ids of entries are consecutive over all sessions.
	 */
	follow(signal: AbortSignal): Promise<AsyncIterable<ControlEvent>>;
}

/** @param currentSession returns the session to read, or undefined for all sessions */
export function createJournalControl(
	{ service, journal, changes, redact }: EngineContext,
	currentSession: () => string | undefined,
): JournalControl {
	const operations = service.operations.map(({ spec }) => spec.id);
	const view = (record: NumberedRecord) =>
		toJournalEntry(record, createRedactedNames([...redact]));

	async function requests(given?: unknown) {
		const { limit, before, ...filter } = requireValid(
			validators.RequestsFilter,
			given,
			"Invalid filter.",
		);
		// A test that expects no requests would pass with a misspelled operation.
		if (filter.operation !== undefined)
			requireKnownName("operation", filter.operation, operations);
		const matching = journal
			.read(currentSession())
			.filter(
				({ number, record }) =>
					(before === undefined || number < Number(before)) &&
					matchesRecord(record, filter),
			);
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
		follow: async (signal) =>
			follow({ journal, changes }, currentSession(), view, signal),
	};
}
