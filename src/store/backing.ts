import { type Collections, type RecordChange, share } from "./collection.ts";
import type { Histogram, Series } from "./histogram.ts";
import type { Origin } from "./store.ts";
import type { WriteContextState } from "./write-context.ts";

/** The state of one session, as a store has it in memory. */
export interface SessionState {
	readonly origin: Origin;
	writes: WriteContextState;
	histogram: Histogram;
	/** Undefined until first needed: building a dataset can be slow. */
	collections?: Collections;
}

export type LoadedState = Required<SessionState>;

/**
 * Where a store keeps states and snapshots beside its memory. Each call is kept as a whole or not at all.
 * @throws StoreFullError from every method that writes
 */
export interface Backing {
	/** Returns a state that is not in memory. */
	find(session: string): SessionState | undefined;
	/** Keeps a whole state instead of the previous one of this session. */
	begin(session: string, state: SessionState): void;
	/** Keeps the changes of one write, and the clock, ids and random numbers after it. */
	write(
		session: string,
		writes: WriteContextState,
		changes: readonly RecordChange[],
	): void;
	/** Notes that counts or random numbers have changed, to be kept soon. */
	touch(session: string, state: SessionState): void;
	/** Copies the state to a new snapshot, and returns its id. */
	snapshot(session: string, state: LoadedState): string;
	/** Returns the ids of the snapshots, oldest first. */
	snapshots(session: string): readonly string[];
	/** Returns a snapshot; undefined if there is no such snapshot. */
	findSnapshot(session: string, snapshot: string): SessionState | undefined;
	/** Copies a snapshot to the state of the session, and returns it; undefined if there is no such snapshot. */
	restore(session: string, snapshot: string): SessionState | undefined;
	/** Returns false if there is no such snapshot. */
	deleteSnapshot(session: string, snapshot: string): boolean;
	/** Deletes a state and its snapshots. */
	drop(session: string): void;
	/** Whether a state may leave memory, because `find` returns it. */
	readonly isDurable: boolean;
	close(): void;
}

/** Copies what changes; records are shared. */
function copy(state: SessionState): SessionState {
	Object.values(state.collections ?? {}).forEach(share);
	return { ...state, histogram: state.histogram.copy() };
}

/** Creates the backing of a store that keeps everything in memory. */
export function createMemoryBacking(): Backing {
	/** By session, then by id. */
	const snapshots = new Map<string, Map<string, SessionState>>();
	let snapshotCount = 0;
	return {
		isDurable: false,
		find: () => undefined,
		begin() {},
		write() {},
		touch() {},
		snapshot(session, state) {
			snapshotCount += 1;
			const taken = snapshots.get(session) ?? new Map<string, SessionState>();
			snapshots.set(session, taken);
			taken.set(`${snapshotCount}`, copy(state));
			return `${snapshotCount}`;
		},
		snapshots: (session) => [...(snapshots.get(session)?.keys() ?? [])],
		findSnapshot: (session, snapshot) => snapshots.get(session)?.get(snapshot),
		restore(session, snapshot) {
			const taken = snapshots.get(session)?.get(snapshot);
			return taken && copy(taken);
		},
		deleteSnapshot: (session, snapshot) =>
			snapshots.get(session)?.delete(snapshot) ?? false,
		drop(session) {
			snapshots.delete(session);
		},
		close() {
			snapshots.clear();
		},
	};
}

/** What the sessions of a store start from, unless a scenario says otherwise. */
export interface InitialState extends Origin {
	/** The time at which datasets end, in milliseconds since the epoch. */
	readonly now: number;
}

/** A session as a file keeps it. */
export interface KeptSession {
	readonly id: string;
	/** When it last received a request, in milliseconds since the epoch. */
	readonly lastSeen: number;
	/** What the engine wants to know of it; plain JSON. */
	readonly kept: unknown;
}

/** The sessions in a file. */
export interface KeptSessions {
	read(id: string): KeptSession | undefined;
	/** In the order in which they were created. */
	list(): readonly KeptSession[];
	/** Keeps a session, and deletes these states and their snapshots. @throws StoreFullError; nothing has changed then */
	keep(session: KeptSession, deleted?: readonly string[]): void;
	/**
	 * Calls `read` within 100 ms, or when the file is closed, and keeps what it returns. With a write: already in the same
	 * transaction as the next change of a state, or at the next call for the session.
	 */
	keepLater(
		id: string,
		read: () => KeptSession,
		when: "soon" | "with write",
	): void;
	/** Deletes a session together with these states and their snapshots. @throws StoreFullError; nothing has changed then */
	delete(id: string, states: readonly string[]): void;
}

/** A file that keeps sessions while no mock runs. */
export interface StoreFile {
	/** Returns what the first mock with this file started from; that is `given` if this is the first one. */
	initial(given: InitialState): InitialState;
	/** @param createHistogram continues from what was kept */
	createBacking(
		createHistogram: (series: readonly Series[]) => Histogram,
	): Backing;
	readonly sessions: KeptSessions;
	/** Whether no mock has used the file. */
	isNew(): boolean;
	/** Returns the schemas that `keepSchemas` kept last, by collection; undefined if it was never called. */
	schemas(): Readonly<Record<string, string>> | undefined;
	keepSchemas(schemas: Readonly<Record<string, string>>): void;
	/** Deletes all states but these. */
	retain(states: readonly string[]): void;
	/** Closes a file that no mock uses. Closing the backing closes it, too. */
	close(): void;
}

/** Whether a write was not kept, and changed nothing. By name, so that the class loads only with a file. */
export const isStoreFull = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreFullError";

/** Whether a shared store did not do what it was asked to. */
export const isStoreUnavailable = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreUnavailableError";
