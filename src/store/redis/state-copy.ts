import { createHash } from "node:crypto";
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
	/** The dataset of the collections. Copies with the same dataset share it. */
	readonly base?: Dataset | undefined;
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

/** The datasets of the copies of a store, by the digest of their JSON. */
export type Datasets = Map<string, WeakRef<Dataset>>;

/** Reads a dataset. Each session has its own in the store, and together they may not fit into the memory. */
function readDataset(json: string, datasets: Datasets): Dataset {
	const digest = createHash("sha256").update(json).digest("base64");
	const known = datasets.get(digest)?.deref();
	if (known) return known;
	for (const [key, each] of datasets) if (!each.deref()) datasets.delete(key);
	const dataset: Dataset = JSON.parse(json);
	datasets.set(digest, new WeakRef(dataset));
	return dataset;
}

/** Returns the copy of a state after these fields were set. All fields of a state that was not known are there. */
export function readState(
	seen: Seen,
	fields: ReadonlyMap<string, string>,
	before: StateCopy | undefined,
	datasets: Datasets,
): StateCopy {
	const read = (name: string) => JSON.parse(fields.get(name) ?? "null");
	const json = fields.get("dataset");
	const dataset = json === undefined ? undefined : readDataset(json, datasets);
	const copy: StateCopy = {
		...seen,
		base: dataset ?? before?.base,
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
