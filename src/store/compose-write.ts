import {
	type Collection,
	type Collections,
	countCreated,
	EMPTY_COLLECTION,
	findRecord,
	nextSequence,
	type RecordChange,
} from "./collection.ts";
import type { Composed, WholeState } from "./states.ts";
import type {
	Additions,
	ComposeAppend,
	ComposeChange,
	CountCreated,
	StoreOptions,
	Target,
	Versioned,
} from "./store.ts";
import { createWriteContext } from "./write-context.ts";

export const findCollection = (
	collections: Collections,
	name: string,
): Collection => collections[name] ?? EMPTY_COLLECTION;

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
export function composeAppend<Result>(
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
export function composeChange<Result>(
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
