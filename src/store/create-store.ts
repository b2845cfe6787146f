import { mapValues } from "../values/json.ts";
import {
	type Backing,
	createMemoryBacking,
	type LoadedState,
	type SessionState,
} from "./backing.ts";
import {
	applyChanges,
	asSequence,
	type Collection,
	type Collections,
	countRecords,
	createCollections,
	EMPTY_COLLECTION,
	findRecord,
	nextSequence,
	type RecordChange,
} from "./collection.ts";
import { createHistogram } from "./histogram.ts";
import { createPageReader } from "./read-page.ts";
import type {
	Additions,
	Dataset,
	Origin,
	Store,
	StoreOptions,
} from "./store.ts";
import {
	advancePastUlid,
	createWriteContext,
	createWriteContextState,
	drawFractions,
	findLastUlid,
	type WriteContextState,
} from "./write-context.ts";

/** The states in memory. Those that are not there are in `backing`. */
function createStates(options: StoreOptions, backing: Backing) {
	const states = new Map<string, SessionState>();

	const create = (origin: Origin): SessionState => ({
		origin,
		writes: createWriteContextState(origin.seed, options.start),
		histogram: createHistogram(options.buckets),
	});

	/** Returns the state of a session, creating it on first use. */
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

	/** Replaces the records of a state. Its later ids sort after theirs. */
	const fill = (session: string, state: SessionState, dataset: Dataset): void =>
		begin(session, {
			...state,
			collections: createCollections(dataset),
			writes: advancePastUlid(state.writes, findLastUlid(dataset)),
		});

	const isLoaded = (state: SessionState): state is LoadedState =>
		state.collections !== undefined;

	return {
		states,
		open,
		fill,
		/** Calls `act` with the loaded state, before anything else can change it. */
		async use<Result>(
			session: string,
			act: (state: LoadedState) => Result,
		): Promise<Result> {
			for (;;) {
				const state = open(session);
				if (isLoaded(state)) return act(state);
				const dataset = await options.load(state.origin);
				// Otherwise the session was reset, or loaded by another call.
				if (states.get(session) === state && !isLoaded(state))
					fill(session, state, dataset);
			}
		},
		/** Returns what the session started from. */
		origin: (session: string): Origin =>
			(states.get(session) ?? backing.find(session))?.origin ??
			options.originOf(session),
		/** Begins with a new state. */
		restart: (session: string, origin: Origin): void =>
			begin(session, create(origin)),
	};
}

type States = ReturnType<typeof createStates>;

const find = (collections: Collections, name: string): Collection =>
	collections[name] ?? EMPTY_COLLECTION;

/** Lists the records that a write adds, each with the place that it gets. */
function listAdditions(
	collections: Collections,
	add: Additions,
): RecordChange[] {
	const additions: RecordChange[] = [];
	for (const [collection, record] of Object.entries(add)) {
		if (!record) continue;
		const sequence = nextSequence(find(collections, collection));
		const isRemoved = false;
		additions.push({ collection, sequence, record, version: 1, isRemoved });
	}
	return additions;
}

/** The methods that change records. */
function createWriting(
	{ use }: States,
	backing: Backing,
	{ now, idProperties = {} }: StoreOptions,
): Pick<Store, "append" | "change"> {
	/** Keeps the changes of one write, then makes them. */
	function write(
		session: string,
		state: LoadedState,
		writes: WriteContextState,
		add: Additions,
		changed?: RecordChange,
	): void {
		const changes = listAdditions(state.collections, add);
		if (changed) changes.unshift(changed);
		backing.write(session, writes, changes);
		state.collections = applyChanges(state.collections, changes);
		state.writes = writes;
	}

	return {
		append: (session, compose) =>
			use(session, (state) => {
				const { context, after } = createWriteContext(state.writes, now());
				const { collections } = state;
				const { add, result } = compose(context, (collection) =>
					nextSequence(find(collections, collection)),
				);
				write(session, state, after(), add);
				return result;
			}),
		change: (session, { collection, id, version }, compose) =>
			use(session, (state) => {
				const found = findRecord(
					find(state.collections, collection),
					id,
					idProperties[collection],
				);
				if (found?.version !== version) return undefined;
				const { context, after } = createWriteContext(state.writes, now());
				const { to, add = {}, result } = compose(context);
				write(session, state, after(), add, {
					collection,
					sequence: found.sequence,
					record: to ?? found.record,
					version: version + 1,
					isRemoved: to === null,
				});
				return { result };
			}),
	};
}

/** The methods that read records, count exchanges and draw random numbers. */
function createReading(
	{ open, use }: States,
	backing: Backing,
	{ facets, now, idProperties = {} }: StoreOptions,
): Pick<
	Store,
	| "get"
	| "page"
	| "count"
	| "read"
	| "observe"
	| "observations"
	| "drawFractions"
> {
	const readPage = createPageReader(facets, idProperties);
	return {
		get: (session, collection, id) =>
			use(session, ({ collections }) =>
				findRecord(find(collections, collection), id, idProperties[collection]),
			),
		page: (session, collection, request) =>
			use(session, ({ collections, writes }) =>
				readPage(
					collection,
					find(collections, collection),
					request,
					writes.time ?? now(),
				),
			),
		count: (session, collection) =>
			use(session, ({ collections }) =>
				countRecords(find(collections, collection)),
			),
		read: (session) =>
			use(session, ({ collections }) => mapValues(collections, asSequence)),
		observe(session, labels, seconds) {
			const state = open(session);
			state.histogram.observe(labels, seconds);
			backing.touch(session, state);
			return undefined;
		},
		observations: async (session) => open(session).histogram.observations(),
		async drawFractions(session, count) {
			const state = open(session);
			const { fractions, after } = drawFractions(state.writes, count);
			state.writes = after;
			backing.touch(session, state);
			return fractions;
		},
	};
}

/** Creates a store. It answers from memory, and keeps its states where `backing` keeps them. */
export function createStore(
	options: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store {
	const all = createStates(options, backing);
	const { states, open, use, fill, origin, restart } = all;
	return {
		...createWriting(all, backing, options),
		...createReading(all, backing, options),
		replace: (session, dataset) =>
			use(session, (state) => fill(session, state, dataset)),
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
		origin: async (session) => origin(session),
		async reset(session, changed) {
			restart(session, { ...open(session).origin, ...changed });
		},
		async drop(session) {
			// First: the rows may be gone although the file is too full to delete their dataset, and a state without a row is
			// not kept.
			states.delete(session);
			backing.drop(session);
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
