import {
	type Collection,
	type Collections,
	countCreated,
	EMPTY_COLLECTION,
	findRecord,
	nextSequence,
	type RecordChange,
} from "./collection.ts";
import type {
	Additions,
	ComposeAppend,
	ComposeChange,
	CountCreated,
	StoreOptions,
	Target,
} from "./store.ts";
import { createWriteContext, type WriteContextState } from "./write-context.ts";

/** What a write reads. */
interface StateBefore {
	readonly collections: Collections;
	readonly writes: WriteContextState;
}

/** What a write does to a state. */
export interface ComposedWrite<Result> {
	/** The clock, ids and random numbers after the write. */
	readonly writes: WriteContextState;
	readonly changes: readonly RecordChange[];
	readonly result: Result;
}

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

/** Composes the write of `append` of a store. */
export function composeAppend<Result>(
	{ collections, writes }: StateBefore,
	options: StoreOptions,
	compose: ComposeAppend<Result>,
): ComposedWrite<Result> {
	const { context, after } = createWriteContext(writes, options.now());
	const { add, result } = compose(context, createCounter(collections, options));
	const changes = listAdditions(collections, add);
	return { writes: after(), changes, result };
}

/** Composes the write of `change` of a store. Returns undefined if the record does not exist, or has another version. */
export function composeChange<Result>(
	{ collections, writes }: StateBefore,
	options: StoreOptions,
	{ collection, id, version }: Target,
	compose: ComposeChange<Result>,
): ComposedWrite<Result> | undefined {
	const found = findRecord(
		findCollection(collections, collection),
		id,
		options.idProperties?.[collection],
	);
	if (found?.version !== version) return undefined;
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
	return { writes: after(), changes, result };
}
