import type { Backing, LoadedState, SessionState } from "./backing.ts";
import { startOf } from "./clock.ts";
import { countRecords, createCollections } from "./collection.ts";
import { createHistogram } from "./histogram.ts";
import type { Dataset, Origin, StoreOptions } from "./store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	findLastUlid,
} from "./write-context.ts";

/** The states of a store. */
export interface States {
	/** The states in memory, by session. */
	readonly states: Map<string, SessionState>;
	/** Returns the state of a session, creating it on first use. */
	open(session: string): SessionState;
	/** Replaces the records of a state. Later ids sort after the ids of these records. */
	fill(session: string, state: SessionState, dataset: Dataset): void;
	/** Calls `act` with the loaded state, before anything else can change the state. */
	use<Result>(
		session: string,
		act: (state: LoadedState) => Result,
	): Promise<Result>;
	/** Returns the origin of the session. */
	origin(session: string): Origin;
	/** Whether the state or a snapshot has records of one of the collections. */
	hasRecords(session: string, names: readonly string[]): boolean;
	/** Starts with a new state. */
	restart(session: string, origin: Origin): void;
	/** Deletes a state and its snapshots. */
	drop(session: string): void;
}

/** Creates the states of a store. States that are not in memory are in `backing`. */
export function createStates(options: StoreOptions, backing: Backing): States {
	const states = new Map<string, SessionState>();
	/** The states whose dataset is being built. */
	const loading = new Set<SessionState>();
	/** The states that were dropped meanwhile. */
	const dropped = new WeakSet<SessionState>();

	const create = (origin: Origin): SessionState => ({
		origin,
		writes: createWriteContextState(origin.seed, startOf(origin, options)),
		histogram: createHistogram(options.buckets),
	});

	function open(session: string): SessionState {
		const known = states.get(session);
		const opened =
			known ?? backing.find(session) ?? create(options.originOf(session));
		// Counts with other bounds cannot be converted.
		if (opened.histogram.bounds !== options.buckets)
			opened.histogram = createHistogram(options.buckets);
		if (!known) states.set(session, opened);
		return opened;
	}

	function begin(session: string, state: SessionState): void {
		backing.begin(session, state);
		states.set(session, state);
	}

	const fill = (session: string, state: SessionState, dataset: Dataset): void =>
		begin(session, {
			...state,
			collections: createCollections(dataset),
			writes: advancePastUlid(state.writes, findLastUlid(dataset)),
		});

	function drop(session: string): void {
		const state = states.get(session);
		if (state) dropped.add(state);
		// This comes first: if the file is too full to delete the dataset, the rows may be deleted anyway, and a state
		// without a row is not stored.
		states.delete(session);
		backing.drop(session);
	}

	/** Whether a state has records of one of the collections, or will have them after its dataset is built. */
	const hasRecords = (
		state: SessionState | undefined,
		names: readonly string[],
	): boolean =>
		state !== undefined &&
		(loading.has(state) ||
			names.some((name) => {
				const collection = state.collections?.[name];
				return collection !== undefined && countRecords(collection) > 0;
			}));

	const isLoaded = (state: SessionState): state is LoadedState =>
		state.collections !== undefined;

	async function loadAndUse<Result>(
		session: string,
		act: (state: LoadedState) => Result,
	): Promise<Result> {
		for (;;) {
			const state = open(session);
			if (isLoaded(state)) return act(state);
			loading.add(state);
			try {
				const dataset = await options.load(state.origin);
				// Otherwise, the session was reset, or another call has loaded it.
				if (states.get(session) === state && !isLoaded(state))
					fill(session, state, dataset);
				if (dropped.has(state) && !states.has(session)) {
					fill(session, state, dataset);
					try {
						return act(open(session) as LoadedState);
					} finally {
						drop(session);
					}
				}
			} finally {
				loading.delete(state);
			}
		}
	}

	return {
		states,
		open,
		fill,
		async use(session, act) {
			const state = open(session);
			// A separate function, because each call of an async function keeps all of its variables in memory.
			return isLoaded(state) ? act(state) : loadAndUse(session, act);
		},
		origin: (session) =>
			(states.get(session) ?? backing.find(session))?.origin ??
			options.originOf(session),
		hasRecords: (session, names) =>
			names.length > 0 &&
			[
				states.get(session) ?? backing.find(session),
				...backing
					.snapshots(session)
					.map((id) => backing.findSnapshot(session, id)),
			].some((state) => hasRecords(state, names)),
		restart: (session, origin) => begin(session, create(origin)),
		drop,
	};
}
