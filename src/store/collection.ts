import type { Sequence, StoredRecord } from "./store.ts";

/**
 * A collection as one session sees it: the dataset's records, then the first `length` of `added`. Sessions and
 * snapshots share `added` until one of them has to add where another already has.
 */
export interface Collection {
	readonly base: Sequence<StoredRecord>;
	readonly added: StoredRecord[];
	readonly length: number;
}

export const collectionOf = (base: Sequence<StoredRecord>): Collection => ({
	base,
	added: [],
	length: 0,
});

export const sizeOf = ({ base, length }: Collection): number =>
	base.length + length;

export function recordAt(
	{ base, added, length }: Collection,
	index: number,
): StoredRecord | undefined {
	if (index < base.length) return base.at(index);
	return index - base.length < length ? added[index - base.length] : undefined;
}

export function withRecord(
	{ base, added, length }: Collection,
	record: StoredRecord,
): Collection {
	const own = added.length === length ? added : added.slice(0, length);
	own.push(record);
	return { base, added: own, length: length + 1 };
}

/** The records as they are now, whatever is added later. */
export const asSequence = (collection: Collection): Sequence<StoredRecord> => ({
	length: sizeOf(collection),
	at: (index) => recordAt(collection, index),
});
