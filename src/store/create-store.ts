import { mapValues } from "../values/json.ts";
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
	countCreated,
	countRecords,
	EMPTY_COLLECTION,
	findRecord,
	nextSequence,
	type RecordChange,
} from "./collection.ts";
import { createPageReader } from "./read-page.ts";
import { createStates, type States } from "./states.ts";
import type { Additions, CountCreated, Store, StoreOptions } from "./store.ts";
import {
	createWriteContext,
	currentTime,
	drawFractions,
	type WriteContextState,
} from "./write-context.ts";

const find = (collections: Collections, name: string): Collection =>
	collections[name] ?? EMPTY_COLLECTION;

/** Lists the records that a write adds, each with its new position. */
function listAdditions(
	collections: Collections,
	add: Additions,
): RecordChange[] {
	const additions: RecordChange[] = [];
	for (const collection in add) {
		const record = add[collection];
		if (!record) continue;
		const sequence = nextSequence(find(collections, collection));
		const isRemoved = false;
		additions.push({ collection, sequence, record, version: 1, isRemoved });
	}
	return additions;
}

/** Creates the methods that change records. */
function createWriting(
	{ use }: States,
	backing: Backing,
	options: StoreOptions,
): Pick<Store, "append" | "change"> {
	/** Stores the changes of one write, and then applies them. */
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

	const createCounter =
		(collections: Collections): CountCreated =>
		(collection, firstId) =>
			countCreated(
				find(collections, collection),
				options.idProperties?.[collection],
				firstId,
			);

	return {
		append: (session, compose) =>
			use(session, (state) => {
				const { context, after } = createWriteContext(
					state.writes,
					options.now(),
				);
				const counter = createCounter(state.collections);
				const { add, result } = compose(context, counter);
				write(session, state, after(), add);
				return result;
			}),
		change: (session, { collection, id, version }, compose) =>
			use(session, (state) => {
				const found = findRecord(
					find(state.collections, collection),
					id,
					options.idProperties?.[collection],
				);
				if (found?.version !== version) return undefined;
				const { context, after } = createWriteContext(
					state.writes,
					options.now(),
				);
				const counter = createCounter(state.collections);
				const { to, add = {}, result } = compose(context, counter);
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

/** Creates the methods that read records, count exchanges and draw random numbers. */
function createReading(
	{ open, use }: States,
	backing: Backing,
	options: StoreOptions,
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
	const readPage = createPageReader(options);
	return {
		get: (session, collection, id) =>
			use(session, ({ collections }) =>
				findRecord(
					find(collections, collection),
					id,
					options.idProperties?.[collection],
				),
			),
		page: (session, collection, request) =>
			use(session, ({ collections, writes }) =>
				readPage(
					collection,
					find(collections, collection),
					request,
					currentTime(writes, options.now()),
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

/** Creates a store. It reads from memory, and stores its states in `backing`. */
export function createStore(
	given: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store {
	const options = { ...given };
	const all = createStates(options, backing);
	const { states, open, use, fill, origin, restart, hasRecords, drop } = all;
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
		hasRecords,
		follow({ facets, idProperties, buckets }) {
			// Requests in progress may still search a removed collection.
			options.facets = { ...options.facets, ...facets };
			options.idProperties = idProperties;
			if (`${buckets}` !== `${options.buckets}`) options.buckets = buckets;
		},
		async reset(session, changed) {
			restart(session, { ...open(session).origin, ...changed });
		},
		async drop(session) {
			drop(session);
		},
		createEmpty: () => createStore(options),
		unload(session) {
			if (backing.isDurable) states.delete(session);
		},
		async close() {
			backing.close();
			states.clear();
		},
	};
}
