import {
	asSequence,
	type Collection,
	changeRecord,
	countRecords,
	findRecord,
	share,
} from "./collection.ts";
import {
	addRecords,
	type Collections,
	createCollections,
	EMPTY_COLLECTION,
} from "./collections.ts";
import { createHistogram, type Histogram } from "./histogram.ts";
import { listIds, listLoadedIds } from "./list-ids.ts";
import { readPage } from "./read-page.ts";
import type {
	Facets,
	Origin,
	Page,
	Store,
	StoredRecord,
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

type ReadPage = Page<StoredRecord> | undefined;

interface SessionState {
	readonly origin: Origin;
	writes: WriteContextState;
	readonly histogram: Histogram;
	/** Undefined until first needed: building a dataset can be slow. */
	collections?: Collections;
}

type LoadedState = Required<SessionState>;

/** Copies what changes; records are shared. */
function copy(state: SessionState): SessionState {
	Object.values(state.collections ?? {}).forEach(share);
	return { ...state, histogram: state.histogram.copy() };
}

/** Creates a store that keeps everything in memory. */
export function createMemoryStore(options: StoreOptions): Store {
	const sessions = new Map<string, SessionState>();
	/** By session, then by id. */
	const snapshots = new Map<string, Map<string, SessionState>>();
	/** A search reads these 1.7 times as fast as from the records, which never change. */
	const facetsOf = new WeakMap<StoredRecord, Facets>();
	let snapshotCount = 0;

	/** First pages without a filter, by limit. An append creates a new collection, so they never change. */
	const firstPages = new WeakMap<Collection, Map<number, ReadPage>>();

	function firstPage(
		records: Collection,
		limit: number,
		read: () => ReadPage,
	): ReadPage {
		const pages = firstPages.get(records) ?? new Map<number, ReadPage>();
		const page = pages.get(limit) ?? read();
		pages.set(limit, page);
		firstPages.set(records, pages);
		return page;
	}

	const createState = (origin: Origin): SessionState => ({
		origin,
		writes: createWriteContextState(origin.seed, options.start),
		histogram: createHistogram(options.buckets),
	});

	function open(name: string): SessionState {
		const known = sessions.get(name);
		if (known) return known;
		const created = createState(options.originOf(name));
		sessions.set(name, created);
		return created;
	}

	/** Returns the state if it is loaded, which saves an await. */
	function loaded(name: string): LoadedState | undefined {
		const state = open(name);
		return state.collections ? (state as LoadedState) : undefined;
	}

	async function load(name: string): Promise<LoadedState> {
		const state = open(name);
		if (!state.collections) {
			const dataset = await options.load(state.origin);
			if (!state.collections) {
				state.collections = createCollections(dataset);
				// Only those in memory: building all records of a large dataset takes long.
				const last = findLastUlid(listLoadedIds(dataset));
				state.writes = advancePastUlid(state.writes, last);
			}
			// The session was reset meanwhile.
			if (sessions.get(name) !== state) return load(name);
		}
		return state as LoadedState;
	}

	function facetsReader(name: string): (record: StoredRecord) => Facets {
		return (record) => {
			const known = facetsOf.get(record);
			if (known) return known;
			const read = options.facets[name];
			if (!read)
				throw new Error(
					`Collection "${name}" is not searchable. Add facets for it to the service.`,
				);
			const facets = read(record);
			facetsOf.set(record, facets);
			return facets;
		};
	}

	return {
		async append(name, compose) {
			const state = loaded(name) ?? (await load(name));
			const { context, after } = createWriteContext(
				state.writes,
				options.now(),
			);
			const { add, result } = compose(context);
			state.collections = addRecords(state.collections, add);
			state.writes = after();
			return result;
		},
		async change(name, { collection, id, version }, compose) {
			const state = loaded(name) ?? (await load(name));
			const records = state.collections[collection] ?? EMPTY_COLLECTION;
			const found = findRecord(records, id);
			if (found?.version !== version) return undefined;
			const { context, after } = createWriteContext(
				state.writes,
				options.now(),
			);
			const { to, add = {}, result } = compose(context);
			state.collections = addRecords(
				{
					...state.collections,
					[collection]: changeRecord(records, found, to),
				},
				add,
			);
			state.writes = after();
			return { result };
		},
		async get(name, collection, id) {
			const { collections } = loaded(name) ?? (await load(name));
			return findRecord(collections[collection] ?? EMPTY_COLLECTION, id);
		},
		async page(name, collection, request) {
			const { collections } = loaded(name) ?? (await load(name));
			const records = collections[collection] ?? EMPTY_COLLECTION;
			const read = (): ReadPage =>
				readPage(records, facetsReader(collection), request);
			return request.after || request.where
				? read()
				: firstPage(records, request.limit, read);
		},
		async count(name, collection) {
			const { collections } = loaded(name) ?? (await load(name));
			return countRecords(collections[collection] ?? EMPTY_COLLECTION);
		},
		observe(name, labels, seconds) {
			open(name).histogram.observe(labels, seconds);
			return undefined;
		},
		async observations(name) {
			return open(name).histogram.observations();
		},
		async drawFractions(name, count) {
			const state = open(name);
			const { fractions, after } = drawFractions(state.writes, count);
			state.writes = after;
			return fractions;
		},
		async read(name) {
			const { collections } = loaded(name) ?? (await load(name));
			return Object.fromEntries(
				Object.entries(collections).map(([collection, records]) => [
					collection,
					asSequence(records),
				]),
			);
		},
		async replace(name, dataset) {
			const state = loaded(name) ?? (await load(name));
			state.collections = createCollections(dataset);
			state.writes = advancePastUlid(
				state.writes,
				findLastUlid(listIds(dataset)),
			);
		},
		async snapshot(name) {
			snapshotCount += 1;
			// Kept in a variable: another snapshot may be taken while the state loads.
			const id = `${snapshotCount}`;
			const taken = snapshots.get(name) ?? new Map<string, SessionState>();
			snapshots.set(name, taken);
			taken.set(id, copy(await load(name)));
			return id;
		},
		async snapshots(name) {
			return [...(snapshots.get(name)?.keys() ?? [])];
		},
		async restore(name, snapshot) {
			const taken = snapshots.get(name)?.get(snapshot);
			if (taken) sessions.set(name, copy(taken));
			return taken !== undefined;
		},
		async deleteSnapshot(name, snapshot) {
			return snapshots.get(name)?.delete(snapshot) ?? false;
		},
		async origin(name) {
			return sessions.get(name)?.origin ?? options.originOf(name);
		},
		async reset(name, origin) {
			sessions.set(name, createState({ ...open(name).origin, ...origin }));
		},
		async drop(name) {
			sessions.delete(name);
			snapshots.delete(name);
		},
		async close() {
			sessions.clear();
			snapshots.clear();
		},
	};
}
