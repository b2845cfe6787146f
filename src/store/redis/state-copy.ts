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
import type { Seen } from "./documents.ts";

/** Returns what the script calls the state of a session. */
export const nameOfState = (session: string): string => `state ${session}`;

/** A state of the store as this process has seen it. */
export interface StateCopy extends Seen {
	readonly origin: Origin;
	readonly writes: WriteContextState;
	/** Undefined until the dataset is loaded. */
	readonly collections?: Collections;
	/** Set if the state was dropped while its dataset was built. Nothing stays of its changes. */
	readonly isDropped?: true;
}

export type LoadedCopy = StateCopy & { readonly collections: Collections };

/** What a commit sets. */
export interface StateChange {
	readonly writes: WriteContextState;
	readonly changes?: readonly RecordChange[];
	/** The records that the state begins with. */
	readonly dataset?: Dataset;
	readonly origin?: Origin;
}

/** How many records of a dataset one field has. */
const BLOCK = 256;

/** Returns the fields that set the records that a state begins with. */
function writeDataset(dataset: Dataset): string[] {
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

/** Returns the fields of a document that a change sets. */
export const listFields = (change: StateChange): string[] => [
	...["writes", JSON.stringify(change.writes)],
	...(change.origin ? ["origin", JSON.stringify(change.origin)] : []),
	...(change.dataset ? writeDataset(change.dataset) : []),
	...(change.changes ?? []).flatMap(
		({ collection, sequence, version, isRemoved, record }) => [
			`${sequence} ${collection}`,
			JSON.stringify([version, isRemoved, record]),
		],
	),
];

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

/** Returns the copy of a state after these fields were set. */
export function readState(
	seen: Seen,
	fields: ReadonlyMap<string, string>,
	before: StateCopy | undefined,
): StateCopy {
	const read = <Value>(name: string, known?: Value): Value =>
		// All fields of a state that was not known are there.
		fields.has(name) ? JSON.parse(fields.get(name) ?? "") : (known as Value);
	const copy: StateCopy = {
		...seen,
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
	if (!collections) return copy;
	const changes = readChanges(fields, collections);
	return { ...copy, collections: applyChanges(collections, changes) };
}
