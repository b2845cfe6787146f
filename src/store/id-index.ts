import type { Sequence, StoredRecord } from "./store.ts";

/** The places of ids, by the records that were read for them. Sessions and snapshots share records. */
const indexes = new WeakMap<
	object,
	{ places: Map<string, number>; length: number }
>();

/** Finds the place of an id among the first `length` records. The first call reads them all. */
export function findPlace(
	records: Sequence<StoredRecord>,
	length: number,
	id: string,
): number | undefined {
	const index = indexes.get(records) ?? { places: new Map(), length: 0 };
	indexes.set(records, index);
	for (; index.length < length; index.length++) {
		const record = records.at(index.length);
		if (record) index.places.set(record.id, index.length);
	}
	const place = index.places.get(id);
	return place !== undefined && place < length ? place : undefined;
}
