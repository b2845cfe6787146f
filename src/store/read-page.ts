import { type Collection, recordAt, sizeOf } from "./collection.ts";
import { matches } from "./matches.ts";
import { createRecordIndex, type RecordIndex } from "./record-index.ts";
import type {
	Facets,
	Page,
	PageRequest,
	Query,
	StoredRecord,
} from "./store.ts";

type FacetsOf = (record: StoredRecord) => Facets;

/** How many records are looked at one by one before it is worth making an index of all of them. */
const FEW = 1_000;
const NOTHING: Facets = { keys: {}, at: 0, texts: [] };

/** Sessions share the records of a dataset, and snapshots what was added, so they share the indexes too. */
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
		return record ? facetsOf(record) : NOTHING;
	});
	return index;
}

/** The places below `before` at which a record may meet the query, the newest first. */
function* candidates(
	{ base, added, length }: Collection,
	facetsOf: FacetsOf,
	query: Query,
	before: number,
): Iterable<number> {
	const { keys = {}, from, to } = query;
	const isIndexed =
		Object.keys(keys).length > 0 || from !== undefined || to !== undefined;
	const few = !isIndexed
		? 0
		: indexes.has(base)
			? before
			: Math.max(0, before - FEW);
	for (let place = before - 1; place >= few; place--) yield place;
	if (few === 0) return;
	const recent = indexOf(added, length, facetsOf);
	for (const place of recent.candidates(query, few - base.length))
		yield base.length + place;
	const old = indexOf(base, base.length, facetsOf);
	yield* old.candidates(query, Math.min(few, base.length));
}

function* everyPlace(before: number): Iterable<number> {
	for (let place = before - 1; place >= 0; place--) yield place;
}

/**
 * Reads a page backwards from the newest record, or from where the page before ended.
 * @returns undefined where no record stands at `after`
 */
export function readPage(
	collection: Collection,
	facetsOf: FacetsOf,
	{ limit, after, where }: PageRequest,
): Page<StoredRecord> | undefined {
	if (after && recordAt(collection, after.index)?.id !== after.id)
		return undefined;
	const before = after?.index ?? sizeOf(collection);
	const places = where
		? candidates(collection, facetsOf, where, before)
		: everyPlace(before);
	const items: StoredRecord[] = [];
	let last = -1;
	for (const place of places) {
		const record = recordAt(collection, place);
		if (!record || (where && !matches(facetsOf(record), where))) continue;
		if (items.length === limit)
			return { items, next: { index: last, id: items.at(-1)?.id ?? "" } };
		items.push(record);
		last = place;
	}
	return { items, next: null };
}
