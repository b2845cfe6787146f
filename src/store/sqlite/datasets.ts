import { createHash } from "node:crypto";
import type { Change, Collection, Collections } from "../collection.ts";
import type { Sequence, StoredRecord } from "../store.ts";
import type { Database } from "./database.ts";

/** The datasets in a file. Each is kept once, whichever sessions start from it. */
interface KeptDatasets {
	/** Keeps the records that the collections begin with, and returns the id of this dataset. */
	keep(collections: Collections): number;
	/** Returns how many records each collection of a dataset has. */
	lengths(dataset: number): Readonly<Record<string, number>>;
	/** Returns a record as JSON. */
	read(
		dataset: number,
		collection: string,
		sequence: number,
	): string | undefined;
	/** Deletes the datasets that no state uses. */
	prune(): void;
}

function* records(base: Sequence<StoredRecord>): Generator<string> {
	for (let index = 0; index < base.length; index++)
		yield JSON.stringify(base.at(index));
}

function hashOf(collections: Collections): string {
	const hash = createHash("sha256");
	for (const [name, { base }] of Object.entries(collections)) {
		hash.update(`${JSON.stringify(name)} ${base.length}\n`);
		for (const json of records(base)) hash.update(`${json}\n`);
	}
	return hash.digest("base64url");
}

export function createKeptDatasets(database: Database): KeptDatasets {
	const byHash = database.prepare("SELECT id FROM dataset WHERE hash = ?");
	const byId = database.prepare("SELECT lengths FROM dataset WHERE id = ?");
	const insert = database.prepare(
		"INSERT INTO dataset (hash, lengths) VALUES (?, ?) RETURNING id",
	);
	const insertRecord = database.prepare(
		"INSERT INTO dataset_record (dataset, collection, sequence, json) VALUES (?, ?, ?, ?)",
	);
	const select = database.prepare(
		"SELECT json FROM dataset_record WHERE dataset = ? AND collection = ? AND sequence = ?",
	);
	const prune = database.prepare(
		"DELETE FROM dataset WHERE id NOT IN (SELECT dataset FROM state WHERE dataset IS NOT NULL)",
	);
	/** Saves hashing a large dataset for each session that starts from it. */
	const hashes = new WeakMap<Sequence<StoredRecord>, string>();

	/** Returns the hash that all collections were given together; undefined if they are new. */
	function knownHash(collections: Collections): string | undefined {
		const known = new Set(
			Object.values(collections).map(({ base }) => hashes.get(base)),
		);
		return known.size === 1 ? [...known][0] : undefined;
	}

	return {
		keep(collections) {
			const hash = knownHash(collections) ?? hashOf(collections);
			for (const { base } of Object.values(collections)) hashes.set(base, hash);
			const kept = byHash.get(hash);
			if (kept) return Number(kept.id);
			const lengths = Object.fromEntries(
				Object.entries(collections).map(([name, { base }]) => [
					name,
					base.length,
				]),
			);
			const id = Number(insert.get(hash, JSON.stringify(lengths))?.id);
			for (const [name, { base }] of Object.entries(collections)) {
				let sequence = 0;
				for (const json of records(base))
					insertRecord.run(id, name, sequence++, json);
			}
			return id;
		},
		lengths: (dataset) => JSON.parse(String(byId.get(dataset)?.lengths)),
		read(dataset, collection, sequence) {
			const row = select.get(dataset, collection, sequence);
			return row && String(row.json);
		},
		prune: () => prune.run(),
	};
}

/** Returns a sequence whose records are read on first access. */
function createReadSequence(
	length: number,
	read: (index: number) => string | undefined,
): Sequence<StoredRecord> {
	const known: StoredRecord[] = [];
	return {
		length,
		at(index) {
			if (index < 0 || index >= length) return undefined;
			const record = known[index];
			if (record) return record;
			const json = read(index);
			if (json === undefined) return undefined;
			const parsed: StoredRecord = JSON.parse(json);
			known[index] = parsed;
			return parsed;
		},
	};
}

/** Creates a function that reads the collections of a state; their records are read when needed. */
export function createCollectionsReader(
	database: Database,
	datasets: KeptDatasets,
): (state: number, dataset: number) => Collections {
	const ends = database.prepare(
		"SELECT collection, max(sequence) + 1 AS end FROM record WHERE state = ? GROUP BY collection",
	);
	const changed = database.prepare(
		"SELECT collection, sequence, version, removed, json FROM record WHERE state = ? AND version > 1",
	);
	const select = database.prepare(
		"SELECT json FROM record WHERE state = ? AND collection = ? AND sequence = ?",
	);

	function readChanges(state: number): Map<string, Map<number, Change>> {
		const changes = new Map<string, Map<number, Change>>();
		for (const row of changed.all(state)) {
			const collection = String(row.collection);
			const bySequence = changes.get(collection) ?? new Map<number, Change>();
			changes.set(collection, bySequence);
			bySequence.set(Number(row.sequence), {
				record: row.removed ? null : JSON.parse(String(row.json)),
				version: Number(row.version),
			});
		}
		return changes;
	}

	return (state, dataset) => {
		const lengths = datasets.lengths(dataset);
		const changes = readChanges(state);
		const sizes: Record<string, number> = { ...lengths };
		for (const { collection, end } of ends.all(state)) {
			const name = String(collection);
			sizes[name] = Math.max(sizes[name] ?? 0, Number(end));
		}
		const create = (name: string, length: number): Collection => {
			const bySequence = changes.get(name);
			const inDataset = lengths[name] ?? 0;
			return {
				base: createReadSequence(length, (sequence) => {
					if (sequence < inDataset)
						return datasets.read(dataset, name, sequence);
					const row = select.get(state, name, sequence);
					return row && String(row.json);
				}),
				added: [],
				length: 0,
				changes: bySequence && {
					bySequence,
					isShared: false,
					removals: [...bySequence.values()].filter(
						({ record }) => record === null,
					).length,
				},
			};
		};
		return Object.fromEntries(
			Object.entries(sizes).map(([name, length]) => [
				name,
				create(name, length),
			]),
		);
	};
}
