import {
	applyChanges,
	type Collections,
	createCollections,
	EMPTY_COLLECTION,
	nextSequence,
	type RecordChange,
} from "../collection.ts";
import type { Origin } from "../store.ts";
import type { WriteContextState } from "../write-context.ts";
import type { ScriptResult } from "./connection.ts";
import type { Bases } from "./kept-datasets.ts";

/** A state of the store as this process has seen it. A newer one replaces it. */
export interface Mirror {
	/** The instance of Redis that it was read from. */
	readonly instance: string;
	readonly generation: string;
	readonly version: string;
	readonly origin: Origin;
	readonly writes: WriteContextState;
	/** The id of the dataset that it begins with. */
	readonly dataset?: string;
	/** Undefined until a dataset is loaded. */
	readonly collections?: Collections;
}

export type LoadedMirror = Mirror & { readonly collections: Collections };

export const isLoaded = (mirror: Mirror): mirror is LoadedMirror =>
	mirror.collections !== undefined;

/** Returns the fields of a document that set the changed records. */
export const writeRecords = (changes: readonly RecordChange[]): string[] =>
	changes.flatMap(({ collection, sequence, version, isRemoved, record }) => [
		`${sequence} ${collection}`,
		JSON.stringify([version, Number(isRemoved), record]),
	]);

const RECORD = /^(\d+) (.*)$/s;

/** Reads the fields with records. A record that was added and changed since is listed as both. */
function readRecords(
	fields: ReadonlyMap<string, string>,
	before: Collections,
): RecordChange[] {
	const found: RecordChange[] = [];
	for (const [field, json] of fields) {
		const [, sequence, collection] = RECORD.exec(field) ?? [];
		if (sequence === undefined || collection === undefined) continue;
		const [version, isRemoved, record] = JSON.parse(json);
		found.push({
			...{ collection, record, version, sequence: Number(sequence) },
			isRemoved: isRemoved === 1,
		});
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

/**
 * Returns the state after what `read` of the script found; undefined if it does not exist, or its dataset is gone.
 * @param base the state that the script was asked to continue from
 */
export async function readMirror(
	{ instance, values }: ScriptResult,
	base: Mirror | undefined,
	readDataset: (dataset: string) => Promise<Bases | undefined>,
): Promise<Mirror | undefined> {
	const [generation, version, ...rest] = values;
	if (generation === undefined || version === undefined) return undefined;
	const before = base?.generation === generation ? base : undefined;
	const fields = new Map<string, string>();
	for (let index = 0; index + 2 < rest.length; index += 3)
		fields.set(rest[index] ?? "", rest[index + 2] ?? "");
	const read = <Value>(name: string, known: Value): Value => {
		const json = fields.get(name);
		return json === undefined ? known : JSON.parse(json);
	};
	const dataset = fields.get("dataset") ?? before?.dataset;
	let collections = before?.collections;
	if (dataset !== undefined && !collections) {
		const bases = await readDataset(dataset);
		if (!bases) return undefined;
		collections = createCollections(bases);
	}
	const mirror = {
		...{ instance, generation, version },
		// The script returns all fields of a document that is not known yet.
		origin: read("origin", before?.origin) as Origin,
		writes: read("writes", before?.writes) as WriteContextState,
	};
	if (dataset === undefined || !collections) return mirror;
	const changes = readRecords(fields, collections);
	return {
		...{ ...mirror, dataset },
		collections: applyChanges(collections, changes),
	};
}
