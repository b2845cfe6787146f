import type { Change, Changes } from "../engine/changes.ts";
import type { EngineContext } from "../engine/context.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import type { Journal, NumberedRecord } from "../journal/journal.ts";
import { matchesRecord } from "../journal/matches-entry.ts";
import { toJournalEntry } from "../journal/to-journal-entry.ts";
import { validators } from "../schemas/generated/engine-validators.ts";
import type * as schemas from "../schemas/generated/types.ts";
import type { Optional } from "../values/json.ts";
import { eachJson, joinParts } from "../values/json-parts.ts";
import { mapInTurns } from "../values/take-turns.ts";
import { requireKnownName, requireValid } from "./control-error.ts";
import { createEventQueue } from "./event-queue.ts";

/** An exchange or a change in a mock. */
export type ControlEvent =
	| { readonly type: "exchange"; readonly entry: JournalEntry }
	| { readonly type: "change"; readonly change: Change };

/** Selects exchanges, and limits how many are returned. */
export type RequestsFilter = Optional<schemas.RequestsFilter>;

export interface RequestsPage {
	/** Newest first. */
	readonly requests: readonly JournalEntry[];
	/** The number of matching entries, regardless of the limit. With `before`, only older entries count. */
	readonly total: number;
	/** The number of entries that the journal has dropped. Some of them may have matched. */
	readonly dropped: number;
}

export interface JournalControl {
	/** @throws ControlError for an unknown operation, or an invalid limit or id */
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	/**
	 * Returns the JSON text of such a page in parts. Later requests do not affect it.
	 * @throws ControlError for an unknown operation, or an invalid limit or id
	 */
	exportRequests(filter?: RequestsFilter): Promise<AsyncIterable<string>>;
	/** @throws ControlError for an unknown operation */
	countRequests(filter?: JournalFilter): Promise<number>;
	/** Returns the requests that no operation matched, the newest first. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Returns each exchange recorded from now on, until the signal aborts. */
	events(signal: AbortSignal): Promise<AsyncIterable<JournalEntry>>;
	/**
	 * Returns each exchange recorded from now on, and each change by a client, until the signal aborts. A reader that is
	 * too slow misses the oldest exchanges, but no change. The ids of entries are consecutive over all sessions.
	 */
	follow(signal: AbortSignal): Promise<AsyncIterable<ControlEvent>>;
}

/**
 * Returns each exchange and each change after this call, even if the caller starts to read later.
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

async function* onlyEntries(
	events: AsyncIterable<ControlEvent>,
): AsyncGenerator<JournalEntry> {
	for await (const event of events)
		if (event.type === "exchange") yield event.entry;
}

/** @param name the session to read; defaults to the session of the running code, or else to all sessions */
export function createJournalControl(
	{ service, sessions, journal, changes, redact }: EngineContext,
	name: string | undefined,
): JournalControl {
	const currentSession = (): string | undefined => sessions.current(name);
	const view = (record: NumberedRecord) => toJournalEntry(record, redact);

	async function select(given?: unknown) {
		const { limit, before, ...filter } = requireValid(
			validators.RequestsFilter,
			given,
			"Invalid filter.",
		);
		// With a misspelled operation, a test that expects no requests would pass.
		if (filter.operation !== undefined) {
			const operations = service.operations.map(({ spec }) => spec.id);
			requireKnownName("operation", filter.operation, operations);
		}
		const records = await journal.read(currentSession());
		const matches = await mapInTurns(
			records,
			({ number, record }) =>
				(before === undefined || number < Number(before)) &&
				matchesRecord(record, filter),
		);
		const matching = records.filter((_, index) => matches[index]);
		return {
			selected: matching.slice(0, limit),
			total: matching.length,
			dropped: await journal.dropped(currentSession()),
		};
	}

	async function requests(given?: unknown) {
		const { selected, ...counts } = await select(given);
		return { requests: await mapInTurns(selected, view), ...counts };
	}

	function* renderPage({
		selected,
		...counts
	}: Awaited<ReturnType<typeof select>>): Generator<string> {
		yield '{"requests":';
		// Not all at once, because the entries of a large journal take much memory.
		yield* eachJson(selected, view);
		yield `,${JSON.stringify(counts).slice(1)}`;
	}

	return {
		requests,
		exportRequests: async (filter) =>
			joinParts(renderPage(await select(filter))),
		countRequests: async (filter) =>
			(await requests({ ...filter, limit: 0 })).total,
		unmatchedRequests: async () =>
			mapInTurns(
				(await journal.read(currentSession())).filter(
					({ record }) => !record.matched,
				),
				view,
			),
		async clearRequests() {
			await journal.clear(currentSession());
		},
		events: async (signal) =>
			onlyEntries(follow({ journal }, currentSession(), view, signal)),
		follow: async (signal) =>
			follow({ journal, changes }, currentSession(), view, signal),
	};
}
