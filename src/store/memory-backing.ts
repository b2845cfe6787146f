import type { Backing, SessionState } from "./backing.ts";
import { share } from "./collection.ts";

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
