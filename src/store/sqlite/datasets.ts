import { createHash } from "node:crypto";
import { mapValues } from "../../values/json.ts";
import {
	applyChanges,
	type Collections,
	createCollections,
} from "../collection.ts";
import type { Sequence, StoredRecord } from "../store.ts";
import type { Database } from "./database.ts";

/** The datasets in a file. Each dataset is stored once, even if several sessions start with it. */
interface KeptDatasets {
	/** Stores the first records of the collections, and returns the id of this dataset. */
	keep(collections: Collections): number;
	/** Returns the records of a dataset by collection. All states that start with the dataset share them. */
	read(dataset: number): Readonly<Record<string, Sequence<StoredRecord>>>;
	/** Deletes unused datasets. */
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

/** The number of records that are read at once. Reading a large state one by one takes five times as long. */
const BLOCK = 256;

/** Returns a sequence that parses its records on first access. @param read returns the records of a block */
function createReadSequence(
	length: number,
	read: (block: number) => readonly StoredRecord[],
): Sequence<StoredRecord> {
	const known = new Map<number, readonly StoredRecord[]>();
	return {
		length,
		at(index) {
			if (index < 0 || index >= length) return undefined;
			const block = Math.floor(index / BLOCK);
			const records = known.get(block) ?? read(block);
			known.set(block, records);
			return records[index % BLOCK];
		},
	};
}

/**
 * Returns a query of some records of a collection as the items of a JSON array. The inner query puts them in order:
 * ORDER BY in `group_concat` takes three times as long.
 */
const listRecords = (table: string, owner: string): string =>
	`SELECT group_concat(json) AS list FROM (SELECT json FROM ${table} WHERE ${owner} = ? AND collection = ? AND sequence >= ? AND sequence < ? ORDER BY sequence)`;

export function createKeptDatasets(database: Database): KeptDatasets {
	const byHash = database.prepare("SELECT id FROM dataset WHERE hash = ?");
	const byId = database.prepare("SELECT lengths FROM dataset WHERE id = ?");
	const insert = database.prepare(
		"INSERT INTO dataset (hash, lengths) VALUES (?, ?) RETURNING id",
	);
	const insertRecord = database.prepare(
		"INSERT INTO dataset_record (dataset, collection, sequence, json) VALUES (?, ?, ?, ?)",
	);
	const select = database.prepare(listRecords("dataset_record", "dataset"));
	const prune = database.prepare(
		"DELETE FROM dataset WHERE id NOT IN (SELECT dataset FROM state WHERE dataset IS NOT NULL) AND id NOT IN (SELECT value FROM json_each(?))",
	);
	/** The records in memory, while a state uses them. */
	const inMemory = new Map<string, WeakRef<Sequence<StoredRecord>>>();
	/** Caches hashes, so that a large dataset is not hashed for each session. */
	const hashes = new WeakMap<Sequence<StoredRecord>, string>();

	/** Returns the common hash of the collections; undefined if they are new. */
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
			const lengths = mapValues(collections, ({ base }) => base.length);
			const id = Number(insert.get(hash, JSON.stringify(lengths))?.id);
			for (const [name, { base }] of Object.entries(collections)) {
				let sequence = 0;
				for (const json of records(base))
					insertRecord.run(id, name, sequence++, json);
			}
			return id;
		},
		read(dataset) {
			const lengths: Readonly<Record<string, number>> = database.parse(
				byId.get(dataset)?.lengths,
			);
			return mapValues(lengths, (length, name) => {
				const key = `${dataset}/${name}`;
				const known = inMemory.get(key)?.deref();
				if (known) return known;
				const records = createReadSequence(length, (block) => {
					const from = block * BLOCK;
					const row = select.get(dataset, name, from, from + BLOCK);
					return database.parse(`[${row?.list}]`);
				});
				inMemory.set(key, new WeakRef(records));
				return records;
			});
		},
		prune() {
			// These records may still be in use, for example by an export of the state.
			const read = [...inMemory].filter(([, records]) => records.deref());
			const ids = read.map(([key]) => Number.parseInt(key, 10));
			prune.run(JSON.stringify(ids));
		},
	};
}

/**
 * Creates a function that reads the collections of a state. It reads the records of the dataset when they are needed,
 * and parses the records that were added when they are needed.
 */
export function createCollectionsReader(
	database: Database,
	datasets: KeptDatasets,
): (state: number, dataset: number) => Collections {
	// Looks up the names and lengths one by one. GROUP BY would read all records.
	const lengths = database.prepare(`
		WITH RECURSIVE name (collection) AS (
			SELECT min(collection) FROM record WHERE state = ?1
			UNION ALL
			SELECT (SELECT min(collection) FROM record WHERE state = ?1 AND collection > name.collection)
			FROM name WHERE collection IS NOT NULL
		)
		SELECT collection, (
			SELECT max(sequence) + 1 FROM record WHERE state = ?1 AND record.collection = name.collection
		) AS length
		FROM name WHERE collection IS NOT NULL
	`);
	const list = database.prepare(listRecords("record", "state"));
	const changed = database.prepare(
		"SELECT collection, sequence, version, removed, json FROM record WHERE state = ? AND version > 1 ORDER BY collection, sequence",
	);
	/** Reads the text of all records now, because the next change of the state may replace or delete them. */
	function readAdded(
		state: number,
		collection: string,
		from: number,
		to: number,
	): Sequence<StoredRecord> {
		const blocks: string[] = [];
		for (let start = from; start < to; start += BLOCK) {
			const row = list.get(state, collection, start, start + BLOCK);
			blocks.push(`[${row?.list}]`);
		}
		return createReadSequence(to - from, (block) =>
			database.parse(blocks[block]),
		);
	}
	return (state, dataset) => {
		const bases: Record<string, Sequence<StoredRecord>> = {
			...datasets.read(dataset),
		};
		for (const row of lengths.all(state)) {
			const name = String(row.collection);
			const base = bases[name] ?? [];
			const length = Number(row.length);
			if (length <= base.length) continue;
			const added = readAdded(state, name, base.length, length);
			bases[name] = {
				length,
				at: (index) =>
					index < base.length ? base.at(index) : added.at(index - base.length),
			};
		}
		const changes = changed.all(state).map((row) => ({
			collection: String(row.collection),
			sequence: Number(row.sequence),
			version: Number(row.version),
			isRemoved: row.removed !== 0,
			record: database.parse(row.json),
		}));
		return applyChanges(createCollections(bases), changes);
	};
}
