import { mapValues } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import type { Dataset, Sequence, StoredRecord, Versioned } from "./store.ts";

/** Returns the id of a record as a text. Ids may be numbers. */
export const idOf = (record: StoredRecord, property = "id"): string =>
	String(Reflect.get(record, property));

/** Caches the places of ids by records, because sessions and snapshots share records. */
const indexOf = computeByObject((_: object) => ({
	places: new Map<string, number>(),
	length: 0,
}));

/** Finds the place of an id among the first `length` records. The first call reads all of them. */
function findPlace(
	records: Sequence<StoredRecord>,
	length: number,
	id: string,
	idProperty: string | undefined,
): number | undefined {
	const index = indexOf(records);
	for (; index.length < length; index.length++) {
		const record = records.at(index.length);
		if (record) index.places.set(idOf(record, idProperty), index.length);
	}
	const place = index.places.get(id);
	return place !== undefined && place < length ? place : undefined;
}

/** The current version of a changed record; null after its removal. */
export interface Change {
	readonly record: StoredRecord | null;
	readonly version: number;
}

/** Changes by creation sequence. If a snapshot shares them, they are copied before the next change. */
interface Changes {
	readonly bySequence: Map<number, Change>;
	isShared: boolean;
	readonly removals: number;
}

/**
 * A collection of one session: the records of the dataset, followed by the first `length` records of `added`, with
 * `changes` applied. The position of a record in this order is its creation sequence. Sessions and snapshots share
 * `added`. An append copies it if another session has already appended at this position.
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

/** The numbers among the ids of the first `length` records. */
interface Numbers {
	readonly ids: Set<number>;
	readonly largest: number;
	readonly length: number;
}

const known = new WeakMap<object, Numbers>();

/** Reads each record once. */
function readNumbers(
	records: Sequence<StoredRecord>,
	length: number,
	idProperty: string | undefined,
): Numbers {
	const found = known.get(records);
	// Another session may have more of the records.
	const start: Numbers =
		found && found.length <= length
			? found
			: { ids: new Set(), largest: -Infinity, length: 0 };
	const { ids } = start;
	let { largest } = start;
	for (let place = start.length; place < length; place++) {
		const record = records.at(place);
		const id = record ? Number(idOf(record, idProperty)) : Number.NaN;
		if (!Number.isSafeInteger(id)) continue;
		ids.add(id);
		largest = Math.max(largest, id);
	}
	const numbers = { ids, largest, length };
	known.set(records, numbers);
	return numbers;
}

/**
 * Returns the number of records that a collection has ever had. If ids are numbers, the result is at least as high as
 * the largest id of the dataset, and leads to an id that no client has chosen.
 */
export function countCreated(
	{ base, added, length }: Collection,
	idProperty: string | undefined,
	firstId: number | undefined,
): number {
	if (firstId === undefined) return base.length + length;
	const { largest } = readNumbers(base, base.length, idProperty);
	const { ids } = readNumbers(added, length, idProperty);
	let count = Math.max(base.length, largest + 1 - firstId) + length;
	while (ids.has(firstId + count)) count += 1;
	return count;
}

export const countRecords = (collection: Collection): number =>
	nextSequence(collection) - (collection.changes?.removals ?? 0);

/** Returns the record in its first version, even if it was removed. */
export function createdAt(
	{ base, added, length }: Collection,
	sequence: number,
): StoredRecord | undefined {
	if (sequence < base.length) return base.at(sequence);
	return sequence - base.length < length
		? added[sequence - base.length]
		: undefined;
}

/** Returns the current version of a record; undefined if it was removed. */
export function recordAt(
	collection: Collection,
	sequence: number,
): StoredRecord | undefined {
	const change = collection.changes?.bySequence.get(sequence);
	return change
		? (change.record ?? undefined)
		: createdAt(collection, sequence);
}

/** Returns a record. Returns undefined if no record has this id, or if it was removed. */
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

/** The change of a record: a new record, a new version, or its removal. */
export interface RecordChange {
	readonly collection: string;
	readonly sequence: number;
	readonly record: StoredRecord;
	readonly version: number;
	readonly isRemoved: boolean;
}

/** Appends a record, or changes or removes the record at its position. */
function applyChange(
	{ base, added, length, changes }: Collection,
	{ sequence, record, version, isRemoved }: RecordChange,
): Collection {
	if (sequence === base.length + length) {
		const own = added.length === length ? added : added.slice(0, length);
		own.push(record);
		added = own;
		length += 1;
		if (version === 1) return { base, added, length, changes };
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

/** Ensures that later changes do not affect this collection. */
export function share(collection: Collection): void {
	if (collection.changes) collection.changes.isShared = true;
}

/** Returns the current records. Later writes do not affect the result. */
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
