import type { Backing, LoadedState, SessionState } from "./backing.ts";
import { createCollections } from "./collection.ts";
import { createHistogram } from "./histogram.ts";
import type { Dataset, Origin, StoreOptions } from "./store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	findLastUlid,
} from "./write-context.ts";

function* idsIn(value: unknown): Generator<string> {
	if (typeof value !== "object" || value === null) return;
	for (const [name, below] of Object.entries(value))
		if (name === "id" && typeof below === "string") yield below;
		else yield* idsIn(below);
}

/** Lists every id in a dataset: of the records, and within them, as of the steps of a pipeline. */
function* listIds(dataset: Dataset): Generator<string> {
	for (const records of Object.values(dataset))
		for (let index = 0; index < records.length; index++)
			yield* idsIn(records.at(index));
}

/** By dataset: sessions share them, and to read all ids of a large one takes 50 ms. */
const lastUlids = new WeakMap<Dataset, string>();

/** Returns the last ULID in the records that are in memory. Building the others may take long. */
function lastLoadedUlid(dataset: Dataset): string {
	const known = lastUlids.get(dataset);
	if (known !== undefined) return known;
	const loaded = Object.values(dataset).filter((records) =>
		Array.isArray(records),
	);
	const last = findLastUlid(idsIn(loaded));
	lastUlids.set(dataset, last);
	return last;
}

/** The states of a store in memory. */
export interface States {
	/** Returns the state of a session, creating it on first use. */
	open(session: string): SessionState;
	/** Calls `act` with the loaded state, before anything else can change it. */
	use<Result>(
		session: string,
		act: (state: LoadedState) => Result,
	): Promise<Result>;
	/** Returns what the session started from. */
	origin(session: string): Origin;
	/** Begins with a new state. */
	begin(session: string, origin: Origin): void;
	/** Replaces the records of a state. Its later ids sort after theirs. */
	replace(session: string, state: SessionState, dataset: Dataset): void;
	/** Takes a state that is already kept into memory. */
	put(session: string, state: SessionState): void;
	/** Takes a state out of memory. */
	forget(session: string): void;
	/** Takes all states out of memory. */
	clear(): void;
}

/** @param backing keeps the states that are not in memory */
export function createStates(options: StoreOptions, backing: Backing): States {
	const states = new Map<string, SessionState>();

	const create = (origin: Origin): SessionState => ({
		origin,
		writes: createWriteContextState(origin.seed, options.start),
		histogram: createHistogram(options.buckets),
	});

	function open(session: string): SessionState {
		const known = states.get(session);
		if (known) return known;
		const opened = backing.find(session) ?? create(options.originOf(session));
		states.set(session, opened);
		return opened;
	}

	function begin(session: string, state: SessionState): void {
		backing.begin(session, state);
		states.set(session, state);
	}

	const fill = (
		session: string,
		state: SessionState,
		dataset: Dataset,
		lastUlid: string,
	): void =>
		begin(session, {
			...state,
			collections: createCollections(dataset),
			writes: advancePastUlid(state.writes, lastUlid),
		});

	/** Returns the state if it is loaded, which saves an await. */
	function loaded(session: string): LoadedState | undefined {
		const state = open(session);
		return state.collections ? (state as LoadedState) : undefined;
	}

	async function load(session: string): Promise<void> {
		const state = open(session);
		const dataset = await options.load(state.origin);
		// Otherwise the session was reset, or loaded by another call.
		if (states.get(session) === state && !state.collections)
			fill(session, state, dataset, lastLoadedUlid(dataset));
	}

	return {
		open,
		async use(session, act) {
			let state = loaded(session);
			while (!state) {
				await load(session);
				state = loaded(session);
			}
			return act(state);
		},
		origin: (session) =>
			(states.get(session) ?? backing.find(session))?.origin ??
			options.originOf(session),
		begin: (session, origin) => begin(session, create(origin)),
		replace: (session, state, dataset) =>
			fill(session, state, dataset, findLastUlid(listIds(dataset))),
		put: (session, state) => states.set(session, state),
		forget: (session) => states.delete(session),
		clear: () => states.clear(),
	};
}
