import { mapValues } from "../values/json.ts";
import type { Dataset, Sequence, StoredRecord, Versioned } from "./store.ts";

/** Returns the id of a record, which may be a number, as a text. */
export const idOf = (record: StoredRecord, property = "id"): string =>
	String(Reflect.get(record, property));

/** The places of ids, by the records that were read for them. Sessions and snapshots share records. */
const indexes = new WeakMap<
	object,
	{ places: Map<string, number>; length: number }
>();

/** Finds the place of an id among the first `length` records. The first call reads them all. */
function findPlace(
	records: Sequence<StoredRecord>,
	length: number,
	id: string,
	idProperty: string | undefined,
): number | undefined {
	const index = indexes.get(records) ?? { places: new Map(), length: 0 };
	indexes.set(records, index);
	for (; index.length < length; index.length++) {
		const record = records.at(index.length);
		if (record) index.places.set(idOf(record, idProperty), index.length);
	}
	const place = index.places.get(id);
	return place !== undefined && place < length ? place : undefined;
}

/** What became of a record; null after its removal. */
export interface Change {
	readonly record: StoredRecord | null;
	readonly version: number;
}

/** Changes by creation sequence. They are copied before the next change if a snapshot shares them. */
interface Changes {
	readonly bySequence: Map<number, Change>;
	isShared: boolean;
	readonly removals: number;
}

/**
 * A collection as one session sees it: the records of the dataset, then the first `length` of `added`, except for
 * `changes`. The place of a record in this order is its creation sequence. Sessions and snapshots share `added`; an
 * append copies it if another one has already appended at this place.
 */
export interface Collection {
	readonly base: Sequence<StoredRecord>;
	readonly added: StoredRecord[];
	readonly length: number;
	readonly changes: Changes | undefined;
}

export const createCollection = (base: Sequence<StoredRecord>): Collection => ({
	base,
	added: [],
	length: 0,
	changes: undefined,
});

/** Returns the creation sequence of the next record. */
export const nextSequence = ({ base, length }: Collection): number =>
	base.length + length;

/** The largest numbers among the ids of records. */
const largest = new WeakMap<object, number>();

/** Reads all records, once. */
function findLargestId(
	records: Sequence<StoredRecord>,
	idProperty: string | undefined,
): number {
	const known = largest.get(records);
	if (known !== undefined) return known;
	let found = -Infinity;
	for (let place = 0; place < records.length; place++) {
		const record = records.at(place);
		const id = record ? Number(idOf(record, idProperty)) : Number.NaN;
		if (Number.isSafeInteger(id) && id > found) found = id;
	}
	largest.set(records, found);
	return found;
}

/** Returns how many records a collection has had, or more if their ids are numbers that were counted otherwise. */
export function countCreated(
	{ base, length }: Collection,
	idProperty: string | undefined,
	firstId: number | undefined,
): number {
	const least =
		firstId === undefined ? 0 : findLargestId(base, idProperty) + 1 - firstId;
	return Math.max(base.length, least) + length;
}

export const countRecords = (collection: Collection): number =>
	nextSequence(collection) - (collection.changes?.removals ?? 0);

/** Returns the record as it was created, even if it was removed. */
export function createdAt(
	{ base, added, length }: Collection,
	sequence: number,
): StoredRecord | undefined {
	if (sequence < base.length) return base.at(sequence);
	return sequence - base.length < length
		? added[sequence - base.length]
		: undefined;
}

/** Returns the record as it is now; undefined if it was removed. */
export function recordAt(
	collection: Collection,
	sequence: number,
): StoredRecord | undefined {
	const change = collection.changes?.bySequence.get(sequence);
	return change
		? (change.record ?? undefined)
		: createdAt(collection, sequence);
}

/** Returns undefined if there is no record with this id, or it was removed. */
export function findRecord(
	collection: Collection,
	id: string,
	idProperty?: string,
): Versioned | undefined {
	const { base, added, length, changes } = collection;
	const place = findPlace(added, length, id, idProperty);
	const sequence =
		place === undefined
			? findPlace(base, base.length, id, idProperty)
			: base.length + place;
	if (sequence === undefined) return undefined;
	const record = recordAt(collection, sequence);
	const version = changes?.bySequence.get(sequence)?.version ?? 1;
	return record && { record, version, sequence };
}

/** What a write makes of the record at a place: a new one, another version, or none. */
export interface RecordChange {
	readonly collection: string;
	readonly sequence: number;
	readonly record: StoredRecord;
	readonly version: number;
	readonly isRemoved: boolean;
}

/** Appends a record at the end, or changes or removes the one at its place. */
function applyChange(
	{ base, added, length, changes }: Collection,
	{ sequence, record, version, isRemoved }: RecordChange,
): Collection {
	if (sequence === base.length + length) {
		const own = added.length === length ? added : added.slice(0, length);
		own.push(record);
		return { base, added: own, length: length + 1, changes };
	}
	const bySequence =
		changes && !changes.isShared
			? changes.bySequence
			: new Map(changes?.bySequence);
	bySequence.set(sequence, { record: isRemoved ? null : record, version });
	const removals = (changes?.removals ?? 0) + Number(isRemoved);
	return {
		base,
		added,
		length,
		changes: { bySequence, isShared: false, removals },
	};
}

/** Makes later changes leave this collection as it is. */
export function share(collection: Collection): void {
	if (collection.changes) collection.changes.isShared = true;
}

/** Returns the records as they are now, unaffected by later writes. */
export function asSequence(collection: Collection): Sequence<StoredRecord> {
	share(collection);
	const { changes } = collection;
	const length = countRecords(collection);
	if (!changes || changes.removals === 0)
		return { length, at: (index) => recordAt(collection, index) };
	const sequences = [...Array(nextSequence(collection)).keys()].filter(
		(sequence) => changes.bySequence.get(sequence)?.record !== null,
	);
	return {
		length,
		at: (index) => recordAt(collection, sequences[index] ?? -1),
	};
}

export type Collections = Readonly<Record<string, Collection>>;

export const EMPTY_COLLECTION: Collection = createCollection([]);

export const createCollections = (dataset: Dataset): Collections =>
	mapValues(dataset, createCollection);

/** Returns the collections after the changes of one write. */
export function applyChanges(
	collections: Collections,
	changes: readonly RecordChange[],
): Collections {
	const changed = { ...collections };
	for (const each of changes) {
		const before = changed[each.collection] ?? EMPTY_COLLECTION;
		changed[each.collection] = applyChange(before, each);
	}
	return changed;
}
