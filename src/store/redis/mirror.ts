import { mapValues } from "../../values/json.ts";
import {
	applyChanges,
	type Collections,
	createCollections,
	EMPTY_COLLECTION,
	nextSequence,
	type RecordChange,
} from "../collection.ts";
import type { Dataset, Origin, Sequence, StoredRecord } from "../store.ts";
import type { WriteContextState } from "../write-context.ts";
import type { ScriptResult } from "./connection.ts";

/** A state of the store as this process has seen it. A newer one replaces it. */
export interface Mirror {
	/** The instance of Redis that it was read from. */
	readonly instance: string;
	readonly generation: string;
	readonly version: string;
	readonly origin: Origin;
	readonly writes: WriteContextState;
	/** Undefined until the dataset is loaded. */
	readonly collections?: Collections;
	/** Set if the state was dropped while its dataset was built. Nothing stays of its changes. */
	readonly isDropped?: true;
}

export type LoadedMirror = Mirror & { readonly collections: Collections };

export const isLoaded = (mirror: Mirror): mirror is LoadedMirror =>
	mirror.collections !== undefined;

/** How many records of a dataset one field has. */
const BLOCK = 256;

/** Returns the fields of a document that set the records that it begins with. */
export function writeDataset(dataset: Dataset): string[] {
	const fields: string[] = [];
	for (const [name, { length }] of Object.entries(dataset))
		for (let from = 0; from < length; from += BLOCK) {
			const size = Math.min(BLOCK, length - from);
			const block = Array.from({ length: size }, (_, at) =>
				dataset[name]?.at(from + at),
			);
			fields.push(`base ${from / BLOCK} ${name}`, JSON.stringify(block));
		}
	const lengths = mapValues(dataset, ({ length }) => length);
	return [...fields, "lengths", JSON.stringify(lengths)];
}

/** Returns a sequence whose blocks are parsed on first access. */
function createBase(
	length: number,
	readBlock: (block: number) => string | undefined,
): Sequence<StoredRecord> {
	const parsed: StoredRecord[][] = [];
	return {
		length,
		at(index) {
			const block = Math.floor(index / BLOCK);
			parsed[block] ??= JSON.parse(readBlock(block) ?? "[]") as StoredRecord[];
			return parsed[block][index % BLOCK];
		},
	};
}

/** Returns the fields of a document that set the changed records. */
export const writeChanges = (changes: readonly RecordChange[]): string[] =>
	changes.flatMap(({ collection, sequence, version, isRemoved, record }) => [
		`${sequence} ${collection}`,
		JSON.stringify([version, isRemoved, record]),
	]);

const CHANGE = /^(\d+) (.*)$/s;

/** Reads the fields of changed records. A record that was added and changed since is listed as both. */
function readChanges(
	fields: ReadonlyMap<string, string>,
	before: Collections,
): RecordChange[] {
	const found: RecordChange[] = [];
	for (const [field, json] of fields) {
		const [, sequence, collection] = CHANGE.exec(field) ?? [];
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

/**
 * Returns the state after what `read` of the script found; undefined if it does not exist.
 * @param base the state that the script was asked to continue from
 */
export function readMirror(
	{ instance, values }: ScriptResult,
	base: Mirror | undefined,
): Mirror | undefined {
	const [generation, version, ...rest] = values;
	if (generation === undefined || version === undefined) return undefined;
	const before = base?.generation === generation ? base : undefined;
	const fields = new Map<string, string>();
	for (let index = 0; index + 2 < rest.length; index += 3)
		fields.set(rest[index] ?? "", rest[index + 2] ?? "");
	const read = <Value>(name: string, known?: Value): Value =>
		// The script returns all fields of a document that is not known yet.
		fields.has(name) ? JSON.parse(fields.get(name) ?? "") : (known as Value);
	const mirror: Mirror = {
		...{ instance, generation, version },
		origin: read("origin", before?.origin),
		writes: read("writes", before?.writes),
	};
	const lengths = read<Readonly<Record<string, number>> | null>(
		"lengths",
		null,
	);
	const collections = lengths
		? createCollections(
				mapValues(lengths, (length, name) =>
					createBase(length, (block) => fields.get(`base ${block} ${name}`)),
				),
			)
		: before?.collections;
	if (!collections) return mirror;
	const changes = readChanges(fields, collections);
	return { ...mirror, collections: applyChanges(collections, changes) };
}
