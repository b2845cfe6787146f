import { type Collection, countRecords, recordAt } from "./collection.ts";
import { matchesQuery } from "./matches-query.ts";
import { createRecordIndex, type RecordIndex } from "./record-index.ts";
import type {
	Facets,
	Page,
	PageRequest,
	Query,
	StoredRecord,
} from "./store.ts";

type FacetsOf = (record: StoredRecord) => Facets;

/** How many records to scan before building an index is worth it. */
const MAX_SCAN = 1_000;
const NO_FACETS: Facets = { keys: {}, at: 0, texts: [] };

/** By the array of records, which sessions and snapshots share. */
const indexes = new WeakMap<object, RecordIndex>();

function indexOf(
	records: {
		readonly length: number;
		at(index: number): StoredRecord | undefined;
	},
	length: number,
	facetsOf: FacetsOf,
): RecordIndex {
	const index = indexes.get(records) ?? createRecordIndex();
	indexes.set(records, index);
	index.extend(length, (place) => {
		const record = records.at(place);
		return record ? facetsOf(record) : NO_FACETS;
	});
	return index;
}

/** Yields the indexes below `before` at which a record may match the query, newest first. */
function* candidates(
	{ base, added, length }: Collection,
	facetsOf: FacetsOf,
	query: Query,
	before: number,
): Iterable<number> {
	const { keys = {}, from, to } = query;
	const isIndexed =
		Object.keys(keys).length > 0 || from !== undefined || to !== undefined;
	const scanEnd = !isIndexed
		? 0
		: indexes.has(base)
			? before
			: Math.max(0, before - MAX_SCAN);
	for (let place = before - 1; place >= scanEnd; place--) yield place;
	if (scanEnd === 0) return;
	const recent = indexOf(added, length, facetsOf);
	for (const place of recent.candidates(query, scanEnd - base.length))
		yield base.length + place;
	const old = indexOf(base, base.length, facetsOf);
	yield* old.candidates(query, Math.min(scanEnd, base.length));
}

function* everyPlace(before: number): Iterable<number> {
	for (let place = before - 1; place >= 0; place--) yield place;
}

/**
 * Reads a page, newest first, from the newest record or from the end of the previous page.
 * @returns undefined if `after` is not a record of the collection
 */
export function readPage(
	collection: Collection,
	facetsOf: FacetsOf,
	{ limit, after, where }: PageRequest,
): Page<StoredRecord> | undefined {
	if (after && recordAt(collection, after.index)?.id !== after.id)
		return undefined;
	const before = after?.index ?? countRecords(collection);
	const places = where
		? candidates(collection, facetsOf, where, before)
		: everyPlace(before);
	const items: StoredRecord[] = [];
	let last = -1;
	for (const place of places) {
		const record = recordAt(collection, place);
		if (!record || (where && !matchesQuery(facetsOf(record), where))) continue;
		if (items.length === limit)
			return { items, next: { index: last, id: items.at(-1)?.id ?? "" } };
		items.push(record);
		last = place;
	}
	return { items, next: null };
}
