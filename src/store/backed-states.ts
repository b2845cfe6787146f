import type { Backing, LoadedState, SessionState } from "./backing.ts";
import { applyChanges, createCollections } from "./collection.ts";
import { createHistogram } from "./histogram.ts";
import {
	createHead,
	fillWith,
	hasAny,
	type StateChange,
	type States,
} from "./states.ts";
import type { Origin, StoreOptions } from "./store.ts";

const isLoaded = (state: SessionState): state is LoadedState =>
	state.collections !== undefined;

/** Creates states in memory. A state that is not there is in `backing`. */
export function createBackedStates(
	options: StoreOptions,
	backing: Backing,
): States {
	const states = new Map<string, SessionState>();
	/** The states whose dataset is being built. */
	const loading = new Set<SessionState>();
	/** The states that were dropped meanwhile. */
	const dropped = new WeakSet<SessionState>();

	const create = (origin: Origin): SessionState => ({
		histogram: createHistogram(options.buckets),
		...createHead(origin, options),
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

	/** Stores a change, and then applies it. */
	function apply(
		session: string,
		state: SessionState,
		{ origin, dataset, writes, changes }: StateChange,
	): void {
		if (dataset) {
			const collections = createCollections(dataset);
			begin(session, { ...state, writes, collections });
		} else if (origin) begin(session, { ...create(origin), writes });
		else if (changes && state.collections) {
			backing.write(session, writes, changes);
			state.collections = applyChanges(state.collections, changes);
			state.writes = writes;
		} else {
			state.writes = writes;
			backing.touch(session, state);
		}
	}

	function drop(session: string): void {
		const state = states.get(session);
		if (state) dropped.add(state);
		// This comes first: if the file is too full to delete the dataset, the rows may be deleted anyway, and a state
		// without a row is not stored.
		states.delete(session);
		backing.drop(session);
	}

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
				const fill = () => apply(session, state, fillWith(state, dataset));
				// Otherwise, the session was reset, or another call has loaded it.
				if (states.get(session) === state && !isLoaded(state)) fill();
				if (dropped.has(state) && !states.has(session)) {
					fill();
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

	async function use<Result>(
		session: string,
		act: (state: LoadedState) => Result,
	): Promise<Result> {
		const state = open(session);
		// A separate function, because each call of an async function keeps all of its variables in memory.
		return isLoaded(state) ? act(state) : loadAndUse(session, act);
	}

	return {
		use,
		change: (session, compose) =>
			use(session, (state) => {
				const made = compose(state);
				if (made.writes) apply(session, state, made);
				return made.result;
			}),
		async changeHead(session, compose) {
			const state = open(session);
			const made = compose(state);
			if (made.writes) apply(session, state, made);
			return made.result;
		},
		observe(session, labels, seconds) {
			const state = open(session);
			state.histogram.observe(labels, seconds);
			backing.touch(session, state);
			return undefined;
		},
		observations: async (session) => open(session).histogram.observations(),
		snapshot: (session) =>
			use(session, (state) => backing.snapshot(session, state)),
		snapshots: async (session) => backing.snapshots(session),
		async restore(session, snapshot) {
			const state = backing.restore(session, snapshot);
			if (state) states.set(session, state);
			return state !== undefined;
		},
		deleteSnapshot: async (session, snapshot) =>
			backing.deleteSnapshot(session, snapshot),
		origin: async (session) =>
			(states.get(session) ?? backing.find(session))?.origin ??
			options.originOf(session),
		hasRecords: (session, names) =>
			names.length > 0 &&
			[
				states.get(session) ?? backing.find(session),
				...backing
					.snapshots(session)
					.map((id) => backing.findSnapshot(session, id)),
			].some(
				(state) =>
					state !== undefined &&
					(loading.has(state) || hasAny(state.collections, names)),
			),
		async drop(session) {
			drop(session);
		},
		unload(session) {
			if (backing.isDurable) states.delete(session);
		},
		async close() {
			backing.close();
			states.clear();
		},
	};
}
