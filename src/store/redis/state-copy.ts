import { createHash } from "node:crypto";
import { mapValues } from "../../values/json.ts";
import {
	applyChanges,
	type Collections,
	createCollections,
	type RecordChange,
} from "../collection.ts";
import type { StateChange, StateHead } from "../states.ts";
import type { Dataset, Sequence, StoredRecord } from "../store.ts";
import type { Read, Seen } from "./documents.ts";

/** A state of the store as this process has seen it. */
export interface StateCopy extends Seen, StateHead {
	/** Undefined until the dataset is loaded. */
	readonly collections?: Collections;
	/** Set if the state was dropped while its dataset was built. Nothing stays of its changes. */
	readonly isDropped?: true;
}

const toArray = (records: Sequence<StoredRecord>) =>
	Array.from({ length: records.length }, (_, place) => records.at(place));

/** Returns the fields of a document that a change sets, each with its value. */
export function listFields(change: StateChange): string[] {
	const { writes, origin, dataset, changes = [] } = change;
	const fields: Record<string, unknown> = { writes, origin };
	if (dataset) fields.dataset = mapValues(dataset, toArray);
	for (const each of changes)
		fields[`${each.sequence} ${each.collection}`] = each;
	return Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [name, JSON.stringify(value)],
	);
}

/** How many datasets stay in memory although no copy may have them. */
const MAX_DATASETS = 4;

/** Creates a function that returns the copy of a state after these fields were set. */
export function createStateReader(): Read<StateCopy> {
	/** The datasets that were read last, by the digest of their JSON. */
	const datasets = new Map<string, Dataset>();

	/** Reads a dataset. Each session has its own in the store, and together they may not fit into the memory. */
	function readDataset(json: string): Dataset {
		const digest = createHash("sha256").update(json).digest("base64");
		const dataset: Dataset = datasets.get(digest) ?? JSON.parse(json);
		datasets.delete(digest);
		datasets.set(digest, dataset);
		const [oldest = ""] = datasets.keys();
		if (datasets.size > MAX_DATASETS) datasets.delete(oldest);
		return dataset;
	}

	return (seen, fields, before) => {
		const { dataset, writes, origin, ...records } = Object.fromEntries(fields);
		const copy: StateCopy = {
			...seen,
			origin: origin ? JSON.parse(origin) : before?.origin,
			writes: writes ? JSON.parse(writes) : before?.writes,
		};
		const collections = dataset
			? createCollections(readDataset(dataset))
			: before?.collections;
		if (!collections) return copy;
		const changes: RecordChange[] = Object.values(records).map((json) =>
			JSON.parse(json),
		);
		changes.sort((a, b) => a.sequence - b.sequence);
		return { ...copy, collections: applyChanges(collections, changes) };
	};
}
