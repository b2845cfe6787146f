import {
	type Collection,
	createdAt,
	idOf,
	nextSequence,
	recordAt,
} from "./collection.ts";
import { createTextSearch } from "./create-text-search.ts";
import type {
	Facets,
	Page,
	PageRequest,
	Query,
	Sequence,
	StoredRecord,
	StoreOptions,
} from "./store.ts";

/** A value of a key that matches every condition. */
export const ANY_VALUE = "\u0000any";

const has = (own: Facets["keys"][string] | undefined, value: string) =>
	typeof own === "string" ? own === value : own?.includes(value) === true;

/**
 * Whether a record with these facets is visible, and matches the query.
 * @param now the time of the session, in milliseconds since the epoch
 * @param search finds the text of the query; undefined if it has none
 */
function matchesQuery(
	{ keys, at, visibleAt, texts }: Facets,
	query: Query,
	now: number,
	search: ((text: string) => boolean) | undefined,
): boolean {
	if (visibleAt !== undefined && visibleAt > now) return false;
	if (query.from !== undefined && at < query.from) return false;
	if (query.to !== undefined && at >= query.to) return false;
	for (const [name, value] of Object.entries(query.keys ?? {})) {
		const own = keys[name];
		const isMet =
			typeof value === "string"
				? has(own, value)
				: value.some((each) => has(own, each));
		if (!isMet && !has(own, ANY_VALUE)) return false;
	}
	return !search || texts.some(search);
}

/** Returns the first index at which the ascending values are at least `sought`. */
function lowerBound(values: readonly number[], sought: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((values[middle] ?? 0) < sought) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Creates an index of the facets of one sequence of records. */
function createRecordIndex() {
	/** Indexes in ascending order, by the name of a key and its value. */
	const places = new Map<string, Map<string, number[]>>();
	const times: number[] = [];
	/** False for a replaced state, because its records may have any order. */
	let isAscending = true;

	function note(name: string, value: string, index: number): void {
		const byValue = places.get(name) ?? new Map<string, number[]>();
		places.set(name, byValue);
		const list = byValue.get(value);
		if (list) list.push(index);
		else byValue.set(value, [index]);
	}

	/** Returns the shortest list of indexes for a key of the query; undefined if the query has no keys. */
	function shortest({ keys = {} }: Query): readonly number[] | undefined {
		return Object.entries(keys)
			.map(([name, value]) => {
				const byValue = places.get(name);
				const [first = [], ...others] = [value, ANY_VALUE]
					.flat()
					.flatMap((each) => [byValue?.get(each) ?? []])
					.filter(({ length }) => length > 0);
				if (others.length === 0) return first;
				return [...new Set([first, ...others].flat())].sort((a, b) => a - b);
			})
			.sort((a, b) => a.length - b.length)[0];
	}

	return {
		/** Adds records up to `length` that are not indexed yet. */
		extend(length: number, facetsAt: (index: number) => Facets): void {
			for (let index = times.length; index < length; index++) {
				const { keys, at } = facetsAt(index);
				if (at < (times.at(-1) ?? at)) isAscending = false;
				times.push(at);
				for (const [name, value] of Object.entries(keys))
					for (const each of [value].flat()) note(name, each, index);
			}
		},
		/** Yields the indexes below `before` at which records may match, in descending order. */
		*candidates(query: Query, before: number): Generator<number> {
			const { from, to } = query;
			const low =
				isAscending && from !== undefined ? lowerBound(times, from) : 0;
			const high =
				isAscending && to !== undefined
					? Math.min(before, lowerBound(times, to))
					: before;
			const list = shortest(query);
			if (!list) {
				for (let index = high - 1; index >= low; index--) yield index;
				return;
			}
			for (let at = lowerBound(list, high) - 1; at >= 0; at--) {
				const index = list[at] ?? 0;
				if (index < low) return;
				yield index;
			}
		},
	};
}

type FacetsOf = (record: StoredRecord) => Facets;

/** The number of records from which building an index is faster than scanning. */
const MAX_SCAN = 1_000;
const NO_FACETS: Facets = { keys: {}, at: 0, texts: [] };

/** Caches indexes by the array of records, which sessions and snapshots share. */
const indexes = new WeakMap<object, ReturnType<typeof createRecordIndex>>();

function indexOf(
	records: Sequence<StoredRecord>,
	length: number,
	facetsOf: FacetsOf,
) {
	const index = indexes.get(records) ?? createRecordIndex();
	indexes.set(records, index);
	index.extend(length, (place) => {
		const record = records.at(place);
		return record ? facetsOf(record) : NO_FACETS;
	});
	return index;
}

/** Yields the positions below `before` whose first version may match the query, newest first. */
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

/** Adds the positions of changed records, because indexes contain first versions only. */
function* withChanged(
	places: Iterable<number>,
	changed: Iterable<number>,
	before: number,
): Generator<number> {
	const rest = [...changed]
		.filter((place) => place < before)
		.sort((a, b) => b - a);
	let index = 0;
	for (const place of places) {
		for (; (rest[index] ?? -1) >= place; index++)
			if (rest[index] !== place) yield rest[index] ?? 0;
		yield place;
	}
	yield* rest.slice(index);
}

function* everyPlace(before: number, end = 0): Generator<number> {
	for (let place = before - 1; place >= end; place--) yield place;
}

/**
 * Reads a page, starting with the first record or after the previous page.
 * @returns undefined if `after` was never a record of the collection
 */
function readPage(
	collection: Collection,
	facetsOf: FacetsOf,
	{ limit, after, where, isOldestFirst }: PageRequest,
	now: number,
	idProperty: string | undefined,
): Page<StoredRecord> | undefined {
	const last = after && createdAt(collection, after.sequence);
	if (after && !(last && idOf(last, idProperty) === after.id)) return undefined;
	const end = nextSequence(collection);
	const before = after?.sequence ?? end;
	const places = isOldestFirst
		? [...everyPlace(end, (after?.sequence ?? -1) + 1)].reverse()
		: !where
			? everyPlace(before)
			: withChanged(
					candidates(collection, facetsOf, where, before),
					collection.changes?.bySequence.keys() ?? [],
					before,
				);
	const search = where?.text
		? createTextSearch(where.text, where.isCaseSensitive)
		: undefined;
	const items: StoredRecord[] = [];
	let lastId = "";
	let place = -1;
	for (const next of places) {
		const record = recordAt(collection, next);
		if (!record) continue;
		if (where && !matchesQuery(facetsOf(record), where, now, search)) continue;
		if (items.length === limit)
			return { items, next: { sequence: place, id: lastId } };
		items.push(record);
		lastId = idOf(record, idProperty);
		place = next;
	}
	return { items, next: null };
}

type ReadPage = Page<StoredRecord> | undefined;

/** Creates a function that reads pages. It caches first pages and the facets of records. The options may change. */
export function createPageReader(
	options: Pick<StoreOptions, "facets" | "idProperties">,
): (
	name: string,
	records: Collection,
	request: PageRequest,
	now: number,
) => ReadPage {
	/** Caches facets, which makes a search 1.7 times as fast. Records never change. */
	const facetsOf = new WeakMap<StoredRecord, Facets>();
	/**
	 * Caches the last first page without a filter. It never changes, because a write creates a new collection. Only one
	 * page is cached, because users of a page cache its JSON text, too.
	 */
	const firstPages = new WeakMap<
		Collection,
		{ readonly limit: number; readonly page: ReadPage }
	>();

	function readFacets(name: string, record: StoredRecord): Facets {
		const known = facetsOf.get(record);
		if (known) return known;
		const seen = options.facets[name]?.(record);
		if (!seen)
			throw new Error(
				`Collection "${name}" is not searchable. Add facets for it to the service.`,
			);
		facetsOf.set(record, seen);
		return seen;
	}

	return (name, records, request, now) => {
		const { limit, after, where, isOldestFirst } = request;
		const isFirst = !after && !where && !isOldestFirst;
		const known = isFirst ? firstPages.get(records) : undefined;
		if (known?.limit === limit) return known.page;
		const page = readPage(
			records,
			(each) => readFacets(name, each),
			request,
			now,
			options.idProperties?.[name],
		);
		if (isFirst) firstPages.set(records, { limit, page });
		return page;
	};
}
