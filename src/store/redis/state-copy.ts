import { mapValues } from "../../values/json.ts";
import {
	applyChanges,
	type Collections,
	createCollections,
	EMPTY_COLLECTION,
	nextSequence,
	type RecordChange,
} from "../collection.ts";
import type { StateChange, StateHead } from "../states.ts";
import type { Dataset, Sequence, StoredRecord } from "../store.ts";
import type { Seen } from "./documents.ts";

/** Returns what the script calls the state of a session. */
export const nameOfState = (session: string): string => `state ${session}`;

/** A state of the store as this process has seen it. */
export interface StateCopy extends Seen, StateHead {
	/** Undefined until the dataset is loaded. */
	readonly collections?: Collections;
	/** Set if the state was dropped while its dataset was built. Nothing stays of its changes. */
	readonly isDropped?: true;
}

export type LoadedCopy = StateCopy & { readonly collections: Collections };

export const isLoaded = (copy: StateCopy): copy is LoadedCopy =>
	copy.collections !== undefined;

const toArray = (records: Sequence<StoredRecord>) =>
	Array.from({ length: records.length }, (_, place) => records.at(place));

/** Returns the fields of a document that a change sets, each with its value. */
export function listFields(change: StateChange): string[] {
	const { writes, origin, dataset, changes = [] } = change;
	const fields: Record<string, unknown> = { writes, origin };
	if (dataset) fields.dataset = mapValues(dataset, toArray);
	for (const { collection, sequence, version, isRemoved, record } of changes)
		fields[`${sequence} ${collection}`] = [version, isRemoved, record];
	return Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [name, JSON.stringify(value)],
	);
}

/** Reads the fields of changed records. A record that was added and changed since is listed as both. */
function readChanges(
	fields: ReadonlyMap<string, string>,
	before: Collections,
): RecordChange[] {
	const found: RecordChange[] = [];
	for (const [field, json] of fields) {
		const [, sequence, collection] = /^(\d+) (.*)$/s.exec(field) ?? [];
		if (sequence === undefined || collection === undefined) continue;
		const [version, isRemoved, record] = JSON.parse(json);
		const place = { collection, sequence: Number(sequence) };
		found.push({ ...place, version, isRemoved, record });
	}
	found.sort((a, b) => a.sequence - b.sequence);
	return found.flatMap((change) => {
		const collection = before[change.collection] ?? EMPTY_COLLECTION;
		const isAdded = change.sequence >= nextSequence(collection);
		return isAdded && change.version > 1
			? [{ ...change, version: 1, isRemoved: false }, change]
			: [change];
	});
}

/** Returns the copy of a state after these fields were set. All fields of a state that was not known are there. */
export function readState(
	seen: Seen,
	fields: ReadonlyMap<string, string>,
	before: StateCopy | undefined,
): StateCopy {
	const read = (name: string) => JSON.parse(fields.get(name) ?? "null");
	const dataset: Dataset | null = read("dataset");
	const copy: StateCopy = {
		...seen,
		origin: read("origin") ?? before?.origin,
		writes: read("writes") ?? before?.writes,
	};
	const collections = dataset
		? createCollections(dataset)
		: before?.collections;
	if (!collections) return copy;
	const changes = readChanges(fields, collections);
	return { ...copy, collections: applyChanges(collections, changes) };
}
