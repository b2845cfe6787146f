import { createHash } from "node:crypto";
import type { Collections } from "../collection.ts";
import type { Sequence, StoredRecord } from "../store.ts";
import type { Database } from "./database.ts";

/** The datasets in a file. Each is kept once, whichever sessions start from it. */
export interface KeptDatasets {
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
