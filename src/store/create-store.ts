import type {
	Backing,
	LoadedState,
	RecordChange,
	SessionState,
} from "./backing.ts";
import {
	asSequence,
	type Collection,
	changeRecord,
	countRecords,
	findRecord,
	nextSequence,
} from "./collection.ts";
import {
	addRecords,
	type Collections,
	createCollections,
	EMPTY_COLLECTION,
} from "./collections.ts";
import { createHistogram } from "./histogram.ts";
import { lastLoadedUlid, listIds } from "./list-ids.ts";
import { createMemoryBacking } from "./memory-backing.ts";
import { createPageReader } from "./page-reader.ts";
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
} from "./write-context.ts";

const find = (collections: Collections, name: string): Collection =>
	collections[name] ?? EMPTY_COLLECTION;

/** Lists the records that a write adds, each with the place that it gets. */
const listAdditions = (
	collections: Collections,
	add: Additions,
): RecordChange[] =>
	Object.entries(add).flatMap(([collection, record]) =>
		record === undefined
			? []
			: [
					{
						collection,
						sequence: nextSequence(find(collections, collection)),
						record,
						version: 1,
						isRemoved: false,
					},
				],
	);

/** Creates a store. It answers from memory, and keeps its states where `backing` keeps them. */
export function createStore(
	options: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store {
	const states = new Map<string, SessionState>();
	const readPage = createPageReader(options.facets);

	const createState = (origin: Origin): SessionState => ({
		origin,
		writes: createWriteContextState(origin.seed, options.start),
		histogram: createHistogram(options.buckets),
	});

	function open(session: string): SessionState {
		const known = states.get(session);
		if (known) return known;
		const opened =
			backing.find(session) ?? createState(options.originOf(session));
		states.set(session, opened);
		return opened;
	}

	function begin(session: string, state: SessionState): void {
		backing.begin(session, state);
		states.set(session, state);
	}

	/** Returns the state with these records. Its later ids sort after theirs. */
	const fill = (
		state: SessionState,
		dataset: Dataset,
		lastUlid: string,
	): LoadedState => ({
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
			begin(session, fill(state, dataset, lastLoadedUlid(dataset)));
	}

	/** Calls `act` with the loaded state, before anything else can change it. */
	async function use<Result>(
		session: string,
		act: (state: LoadedState) => Result,
	): Promise<Result> {
		let state = loaded(session);
		while (!state) {
			await load(session);
			state = loaded(session);
		}
		return act(state);
	}

	const createWrites = (state: SessionState) =>
		createWriteContext(state.writes, options.now());

	return {
		append: (session, compose) =>
			use(session, (state) => {
				const { context, after } = createWrites(state);
				const { add, result } = compose(context);
				const writes = after();
				backing.write(session, writes, listAdditions(state.collections, add));
				state.collections = addRecords(state.collections, add);
				state.writes = writes;
				return result;
			}),
		change: (session, { collection, id, version }, compose) =>
			use(session, (state) => {
				const records = find(state.collections, collection);
				const found = findRecord(records, id);
				if (found?.version !== version) return undefined;
				const { context, after } = createWrites(state);
				const { to, add = {}, result } = compose(context);
				const writes = after();
				const changed = {
					...found,
					collection,
					record: to ?? found.record,
					version: version + 1,
					isRemoved: to === null,
				};
				const added = listAdditions(state.collections, add);
				backing.write(session, writes, [changed, ...added]);
				const collections = {
					...state.collections,
					[collection]: changeRecord(records, found, to),
				};
				state.collections = addRecords(collections, add);
				state.writes = writes;
				return { result };
			}),
		get: (session, collection, id) =>
			use(session, ({ collections }) =>
				findRecord(find(collections, collection), id),
			),
		page: (session, collection, request) =>
			use(session, ({ collections }) =>
				readPage(collection, find(collections, collection), request),
			),
		count: (session, collection) =>
			use(session, ({ collections }) =>
				countRecords(find(collections, collection)),
			),
		observe(session, labels, seconds) {
			const state = open(session);
			state.histogram.observe(labels, seconds);
			backing.touch(session, state);
			return undefined;
		},
		async observations(session) {
			return open(session).histogram.observations();
		},
		async drawFractions(session, count) {
			const state = open(session);
			const { fractions, after } = drawFractions(state.writes, count);
			state.writes = after;
			backing.touch(session, state);
			return fractions;
		},
		read: (session) =>
			use(session, ({ collections }) =>
				Object.fromEntries(
					Object.entries(collections).map(([collection, records]) => [
						collection,
						asSequence(records),
					]),
				),
			),
		replace: (session, dataset) =>
			use(session, (state) =>
				begin(session, fill(state, dataset, findLastUlid(listIds(dataset)))),
			),
		snapshot: (session) =>
			use(session, (state) => backing.snapshot(session, state)),
		async snapshots(session) {
			return backing.snapshots(session);
		},
		async restore(session, snapshot) {
			const state = backing.restore(session, snapshot);
			if (state) states.set(session, state);
			return state !== undefined;
		},
		async deleteSnapshot(session, snapshot) {
			return backing.deleteSnapshot(session, snapshot);
		},
		async origin(session) {
			return (
				(states.get(session) ?? backing.find(session))?.origin ??
				options.originOf(session)
			);
		},
		async reset(session, origin) {
			begin(session, createState({ ...open(session).origin, ...origin }));
		},
		async drop(session) {
			backing.drop(session);
			states.delete(session);
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
