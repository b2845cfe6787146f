import { type Collections, share } from "./collection.ts";
import type { Histogram } from "./histogram.ts";
import type { Origin, StoredRecord } from "./store.ts";
import type { WriteContextState } from "./write-context.ts";

/** The state of one session, as a store has it in memory. */
export interface SessionState {
	readonly origin: Origin;
	writes: WriteContextState;
	readonly histogram: Histogram;
	/** Undefined until first needed: building a dataset can be slow. */
	collections?: Collections;
}

export type LoadedState = Required<SessionState>;

/** What a write made of the record at a place. */
export interface RecordChange {
	readonly collection: string;
	readonly sequence: number;
	readonly record: StoredRecord;
	readonly version: number;
	readonly isRemoved: boolean;
}

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
