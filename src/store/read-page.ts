import {
	type Collection,
	createdAt,
	nextSequence,
	recordAt,
} from "./collection.ts";
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

/** Yields the places below `before` at which a record may match the query as it was created, newest first. */
function* candidates(
	{ base, added, length }: Collection,
	facetsOf: FacetsOf,
	query: Query,
	before: number,
): Generator<number> {
	const { keys = {}, from, to } = query;
	const isIndexed =
		Object.keys(keys).length > 0 || from !== undefined || to !== undefined;
	const scanEnd = !isIndexed
		? 0
		: indexes.has(base)
			? before
			: Math.max(0, before - MAX_SCAN);
	yield* everyPlace(before, scanEnd);
	if (scanEnd === 0) return;
	const recent = indexOf(added, length, facetsOf);
	for (const place of recent.candidates(query, scanEnd - base.length))
		yield base.length + place;
	const old = indexOf(base, base.length, facetsOf);
	yield* old.candidates(query, Math.min(scanEnd, base.length));
}

/** Adds the places of changed records, because indexes know records as they were created. */
function* withChanged(
	places: Iterable<number>,
	changed: Iterable<number>,
	before: number,
): Generator<number> {
	const rest = [...changed]
		.filter((place) => place < before)
		.sort((a, b) => a - b);
	for (const place of places) {
		for (
			let next = rest.at(-1);
			next !== undefined && next >= place;
			next = rest.at(-1)
		) {
			rest.pop();
			if (next > place) yield next;
		}
		yield place;
	}
	yield* rest.reverse();
}

function* everyPlace(before: number, end = 0): Generator<number> {
	for (let place = before - 1; place >= end; place--) yield place;
}

/**
 * Reads a page, newest first, from the newest record or from the end of the previous page.
 * @returns undefined if `after` never was a record of the collection
 */
export function readPage(
	collection: Collection,
	facetsOf: FacetsOf,
	{ limit, after, where }: PageRequest,
): Page<StoredRecord> | undefined {
	if (after && createdAt(collection, after.sequence)?.id !== after.id)
		return undefined;
	const before = after?.sequence ?? nextSequence(collection);
	const places = !where
		? everyPlace(before)
		: withChanged(
				candidates(collection, facetsOf, where, before),
				collection.changes?.bySequence.keys() ?? [],
				before,
			);
	const items: StoredRecord[] = [];
	let last = -1;
	for (const place of places) {
		const record = recordAt(collection, place);
		if (!record || (where && !matchesQuery(facetsOf(record), where))) continue;
		if (items.length === limit)
			return { items, next: { sequence: last, id: items.at(-1)?.id ?? "" } };
		items.push(record);
		last = place;
	}
	return { items, next: null };
}
