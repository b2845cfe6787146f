import { mapValues } from "../values/json.ts";
import { createBackedStates } from "./backed-states.ts";
import { type Backing, createMemoryBacking } from "./backing.ts";
import {
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
import {
	type Composed,
	createHead,
	fillWith,
	type States,
	type WholeState,
} from "./states.ts";
import type {
	Additions,
	ComposeAppend,
	ComposeChange,
	CountCreated,
	Store,
	StoreOptions,
	Target,
	Versioned,
} from "./store.ts";
import {
	createWriteContext,
	currentTime,
	drawFractions,
} from "./write-context.ts";

const findCollection = (collections: Collections, name: string): Collection =>
	collections[name] ?? EMPTY_COLLECTION;

/** Lists the records that a write adds, each with the place that it gets. */
function listAdditions(
	collections: Collections,
	add: Additions,
): RecordChange[] {
	const additions: RecordChange[] = [];
	for (const collection in add) {
		const record = add[collection];
		if (!record) continue;
		const sequence = nextSequence(findCollection(collections, collection));
		const isRemoved = false;
		additions.push({ collection, sequence, record, version: 1, isRemoved });
	}
	return additions;
}

const createCounter =
	(collections: Collections, options: StoreOptions): CountCreated =>
	(collection, firstId) =>
		countCreated(
			findCollection(collections, collection),
			options.idProperties?.[collection],
			firstId,
		);

const find = (
	collections: Collections,
	{ idProperties }: StoreOptions,
	name: string,
	id: string,
): Versioned | undefined =>
	findRecord(findCollection(collections, name), id, idProperties?.[name]);

/** Composes the write of `append` of a store. */
function composeAppend<Result>(
	{ collections, writes }: WholeState,
	options: StoreOptions,
	compose: ComposeAppend<Result>,
): Composed<Result> {
	const { context, after } = createWriteContext(writes, options.now());
	const { add, result } = compose(
		context,
		createCounter(collections, options),
		(name, id) => find(collections, options, name, id) !== undefined,
	);
	const changes = listAdditions(collections, add);
	return { writes: after(), changes, result };
}

/** Composes the write of `change` of a store. Changes nothing if the record does not exist, or has another version. */
function composeChange<Result>(
	{ collections, writes }: WholeState,
	options: StoreOptions,
	{ collection, id, version }: Target,
	compose: ComposeChange<Result>,
): Composed<{ readonly result: Result } | undefined> {
	const found = find(collections, options, collection, id);
	if (found?.version !== version) return { result: undefined };
	const { context, after } = createWriteContext(writes, options.now());
	const {
		to,
		add = {},
		result,
	} = compose(context, createCounter(collections, options));
	const changes = listAdditions(collections, add);
	changes.unshift({
		collection,
		sequence: found.sequence,
		record: to ?? found.record,
		version: version + 1,
		isRemoved: to === null,
	});
	return { writes: after(), changes, result: { result } };
}

/** Creates a store. @param createStates creates the states of a driver */
export function createStoreOf(
	createStates: (options: StoreOptions) => States,
	given: StoreOptions,
): Store {
	const options = { ...given };
	const { use, change, changeHead, ...methods } = createStates(options);
	const readPage = createPageReader(options);
	const own: Omit<Store, keyof typeof methods> = {
		append: (session, compose) =>
			change(session, (state) => composeAppend(state, options, compose)),
		change: (session, target, compose) =>
			change(session, (state) =>
				composeChange(state, options, target, compose),
			),
		drawFractions: (session, count) =>
			changeHead(session, ({ writes }) => {
				const { fractions, after } = drawFractions(writes, count);
				return { writes: after, result: fractions };
			}),
		replace: (session, dataset) =>
			changeHead(session, (state) => ({
				origin: state.origin,
				result: undefined,
				...fillWith(state, dataset),
			})),
		reset: (session, changed) =>
			changeHead(session, ({ origin }) => ({
				result: undefined,
				...createHead({ ...origin, ...changed }, options),
			})),
		get: (session, name, id) =>
			use(session, ({ collections }) => find(collections, options, name, id)),
		page: (session, name, request) =>
			use(session, ({ collections, writes }) => {
				const now = currentTime(writes, options.now());
				const collection = findCollection(collections, name);
				return readPage(name, collection, request, now);
			}),
		count: (session, name) =>
			use(session, ({ collections }) =>
				countRecords(findCollection(collections, name)),
			),
		read: (session) =>
			use(session, ({ collections }) => mapValues(collections, asSequence)),
		follow({ facets, idProperties, buckets }) {
			// Requests in progress may still search a removed collection.
			options.facets = { ...options.facets, ...facets };
			options.idProperties = idProperties;
			if (`${buckets}` !== `${options.buckets}`) options.buckets = buckets;
		},
		createEmpty: () => createStore(options),
	};
	// Each session has a store, and spreading that many methods takes ten times as long.
	return Object.assign(methods, own);
}

/** Creates a store. It reads from memory, and stores its states in `backing`. */
export const createStore = (
	given: StoreOptions,
	backing: Backing = createMemoryBacking(),
): Store =>
	createStoreOf((options) => createBackedStates(options, backing), given);
