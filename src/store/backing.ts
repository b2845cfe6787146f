import { type Collections, type RecordChange, share } from "./collection.ts";
import type { Histogram, Series } from "./histogram.ts";
import type { Origin } from "./store.ts";
import type { WriteContextState } from "./write-context.ts";

/** The state of one session in the memory of a store. */
export interface SessionState {
	readonly origin: Origin;
	writes: WriteContextState;
	histogram: Histogram;
	/** Undefined until first needed: building a dataset can be slow. */
	collections?: Collections;
}

export type LoadedState = Required<SessionState>;

/**
 * The place where a store keeps states and snapshots outside of its memory. Each call is kept completely or not at
 * all.
 * @throws StoreFullError from every method that writes
 */
export interface Backing {
	/** Returns a state that is not in memory. */
	find(session: string): SessionState | undefined;
	/** Writes a whole state. It replaces the previous state of this session. */
	begin(session: string, state: SessionState): void;
	/** Writes the changes of one write, and the clock, ids and random numbers after it. */
	write(
		session: string,
		writes: WriteContextState,
		changes: readonly RecordChange[],
	): void;
	/** Marks counts and random numbers as changed, so that they are written soon. */
	touch(session: string, state: SessionState): void;
	/** Copies the state to a new snapshot, and returns its id. */
	snapshot(session: string, state: LoadedState): string;
	/** Returns the ids of the snapshots, oldest first. */
	snapshots(session: string): readonly string[];
	/** Returns a snapshot; undefined if there is no such snapshot. */
	findSnapshot(session: string, snapshot: string): SessionState | undefined;
	/**
	 * Copies a snapshot to the state of the session, and returns the state. Returns undefined if the snapshot does not
	 * exist.
	 */
	restore(session: string, snapshot: string): SessionState | undefined;
	/** Returns false if there is no such snapshot. */
	deleteSnapshot(session: string, snapshot: string): boolean;
	/** Deletes a state and its snapshots. */
	drop(session: string): void;
	/** Whether a state may be removed from memory, because `find` returns it. */
	readonly isDurable: boolean;
	close(): void;
}

/** Copies the parts that change. Records are shared. */
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

/** The dataset, the seed and the time that sessions of a store start with, unless a scenario has others. */
export interface InitialState extends Origin {
	/** The time at which datasets end, in milliseconds since the epoch. */
	readonly now: number;
}

/** A session in a file. */
export interface KeptSession {
	readonly id: string;
	/** The time of its last request, in milliseconds since the epoch. */
	readonly lastSeen: number;
	/** The part of the session that the engine defines, as plain JSON. */
	readonly kept: unknown;
}

/** The sessions in a file. */
export interface KeptSessions {
	read(id: string): KeptSession | undefined;
	/** Lists the sessions in the order of their creation. */
	list(): readonly KeptSession[];
	/**
	 * Writes a session, and deletes these states and their snapshots.
	 * @throws StoreFullError if the file is full. Then nothing has changed.
	 */
	keep(session: KeptSession, deleted?: readonly string[]): void;
	/**
	 * Calls `read` within 100 ms, or when the file is closed, and writes the result. A session that is due with the next
	 * write is written in the transaction of the next change of a state, or at the next call for the session.
	 */
	keepLater(
		id: string,
		read: () => KeptSession,
		when: "soon" | "with write",
	): void;
	/**
	 * Deletes a session together with these states and their snapshots.
	 * @throws StoreFullError if the file is full. Then nothing has changed.
	 */
	delete(id: string, states: readonly string[]): void;
}

/** A file that keeps sessions while no mock runs. */
export interface StoreFile {
	/** Returns the start of the first mock that used this file, or `given` if this mock is the first one. */
	initial(given: InitialState): InitialState;
	/** @param createHistogram creates a histogram that continues with the stored counts */
	createBacking(
		createHistogram: (series: readonly Series[]) => Histogram,
	): Backing;
	readonly sessions: KeptSessions;
	/** Whether no mock has used the file. */
	isNew(): boolean;
	/** Returns the schemas of the last call of `keepSchemas`, by collection; undefined if there was no call. */
	schemas(): Readonly<Record<string, string>> | undefined;
	keepSchemas(schemas: Readonly<Record<string, string>>): void;
	/** Deletes all states except these. */
	retain(states: readonly string[]): void;
	/** Closes a file that no mock uses. Closing the backing closes the file, too. */
	close(): void;
}

/**
 * Whether the error means that a write was not stored and changed nothing. Compares the name, so that the class is
 * loaded only with a file.
 */
export const isStoreFull = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreFullError";

/** Whether a shared store did not do what it was asked to. */
export const isStoreUnavailable = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreUnavailableError";
