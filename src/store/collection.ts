import type { Sequence, StoredRecord } from "./store.ts";

/**
 * A collection as one session sees it: the records of the dataset, then the first `length` of `added`. Sessions and
 * snapshots share `added`; an append copies it if another one has already appended at this index.
 */
export interface Collection {
	readonly base: Sequence<StoredRecord>;
	readonly added: StoredRecord[];
	readonly length: number;
}

export const createCollection = (base: Sequence<StoredRecord>): Collection => ({
	base,
	added: [],
	length: 0,
});

export const countRecords = ({ base, length }: Collection): number =>
	base.length + length;

export function recordAt(
	{ base, added, length }: Collection,
	index: number,
): StoredRecord | undefined {
	if (index < base.length) return base.at(index);
	return index - base.length < length ? added[index - base.length] : undefined;
}

export function appendRecord(
	{ base, added, length }: Collection,
	record: StoredRecord,
): Collection {
	const own = added.length === length ? added : added.slice(0, length);
	own.push(record);
	return { base, added: own, length: length + 1 };
}

/** Returns the records as they are now, unaffected by later appends. */
export const asSequence = (collection: Collection): Sequence<StoredRecord> => ({
	length: countRecords(collection),
	at: (index) => recordAt(collection, index),
});
