import { mapValues } from "../values/json.ts";
import {
	type Backing,
	createMemoryBacking,
	type LoadedState,
} from "./backing.ts";
import {
	applyChanges,
	asSequence,
	countRecords,
	findRecord,
} from "./collection.ts";
import {
	type ComposedWrite,
	composeAppend,
	composeChange,
	findCollection,
} from "./compose-write.ts";
import { createPageReader } from "./read-page.ts";
import { createStates, type States } from "./states.ts";
import type { Store, StoreOptions } from "./store.ts";
import { currentTime, drawFractions } from "./write-context.ts";

/** Creates the methods that change records. */
function createWriting(
	{ use }: States,
	backing: Backing,
	options: StoreOptions,
): Pick<Store, "append" | "change"> {
	/** Stores the changes of one write, and then applies them. */
	function write<Result>(
		session: string,
		state: LoadedState,
		{ writes, changes, result }: ComposedWrite<Result>,
	): Result {
		backing.write(session, writes, changes);
		state.collections = applyChanges(state.collections, changes);
		state.writes = writes;
		return result;
	}

	return {
		append: (session, compose) =>
			use(session, (state) =>
				write(session, state, composeAppend(state, options, compose)),
			),
		change: (session, target, compose) =>
			use(session, (state) => {
				const composed = composeChange(state, options, target, compose);
				return composed && { result: write(session, state, composed) };
			}),
	};
}

/** States whose records can be read. */
interface ReadableStates {
	/** Calls `act` with the state as it is now. */
	use<Result>(
		session: string,
		act: (state: Pick<LoadedState, "collections" | "writes">) => Result,
	): Promise<Result>;
}

/** Creates the methods that read records. */
export function createReading(
	{ use }: ReadableStates,
	options: StoreOptions,
): Pick<Store, "get" | "page" | "count" | "read"> {
	const readPage = createPageReader(options);
	return {
		get: (session, collection, id) =>
			use(session, ({ collections }) =>
				findRecord(
					findCollection(collections, collection),
					id,
					options.idProperties?.[collection],
				),
			),
		page: (session, collection, request) =>
			use(session, ({ collections, writes }) =>
				readPage(
					collection,
					findCollection(collections, collection),
					request,
					currentTime(writes, options.now()),
				),
			),
		count: (session, collection) =>
			use(session, ({ collections }) =>
				countRecords(findCollection(collections, collection)),
			),
		read: (session) =>
			use(session, ({ collections }) => mapValues(collections, asSequence)),
	};
}

/** Creates the methods that count exchanges and draw random numbers. */
function createCounting(
	{ open }: States,
	backing: Backing,
): Pick<Store, "observe" | "observations" | "drawFractions"> {
	return {
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
		...createReading(all, options),
		...createCounting(all, backing),
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
