import {
	type Backing,
	createMemoryBacking,
	type LoadedState,
} from "./backing.ts";
import {
	applyChanges,
	asSequence,
	type Collection,
	type Collections,
	countRecords,
	EMPTY_COLLECTION,
	findRecord,
	nextSequence,
	type RecordChange,
} from "./collection.ts";
import { createPageReader } from "./read-page.ts";
import { createStates, type States } from "./states.ts";
import type { Additions, Store, StoreOptions } from "./store.ts";
import {
	createWriteContext,
	drawFractions,
	type WriteContextState,
} from "./write-context.ts";

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
		const added = { collection, sequence, record, version: 1 };
		additions.push({ ...added, isRemoved: false });
	}
	return additions;
}

/** The methods that change records. */
function createWriting(
	{ use }: States,
	backing: Backing,
	now: () => number,
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
				const { add, result } = compose(context);
				write(session, state, after(), add);
				return result;
			}),
		change: (session, { collection, id, version }, compose) =>
			use(session, (state) => {
				const found = findRecord(find(state.collections, collection), id);
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

/** The methods that read records. */
function createReading(
	{ use }: States,
	facets: StoreOptions["facets"],
): Pick<Store, "get" | "page" | "count" | "read"> {
	const readPage = createPageReader(facets);
	return {
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
		read: (session) =>
			use(session, ({ collections }) =>
				Object.fromEntries(
					Object.entries(collections).map(([collection, records]) => [
						collection,
						asSequence(records),
					]),
				),
			),
	};
}

/** The methods for counts and random numbers. */
const createCounting = (
	{ open }: States,
	backing: Backing,
): Pick<Store, "observe" | "observations" | "drawFractions"> => ({
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
});

/** Creates a store. It answers from memory, and keeps its states where `backing` keeps them. */
export function createStore(
	options: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store {
	const states = createStates(options, backing);
	return {
		...createWriting(states, backing, options.now),
		...createReading(states, options.facets),
		...createCounting(states, backing),
		replace: (session, dataset) =>
			states.use(session, (state) => states.replace(session, state, dataset)),
		snapshot: (session) =>
			states.use(session, (state) => backing.snapshot(session, state)),
		async snapshots(session) {
			return backing.snapshots(session);
		},
		async restore(session, snapshot) {
			const state = backing.restore(session, snapshot);
			if (state) states.put(session, state);
			return state !== undefined;
		},
		async deleteSnapshot(session, snapshot) {
			return backing.deleteSnapshot(session, snapshot);
		},
		async origin(session) {
			return states.origin(session);
		},
		async reset(session, origin) {
			states.begin(session, { ...states.open(session).origin, ...origin });
		},
		async drop(session) {
			backing.drop(session);
			states.forget(session);
		},
		unload(session) {
			if (backing.isDurable) states.forget(session);
		},
		async close() {
			backing.close();
			states.clear();
		},
	};
}
