import { createHash } from "node:crypto";
import { mapValues } from "../../values/json.ts";
import type { Collections } from "../collection.ts";
import type { Sequence, StoredRecord } from "../store.ts";
import type { StoreConnection } from "./connection.ts";

export type Bases = Readonly<Record<string, Sequence<StoredRecord>>>;

/** The datasets in a store. Each is kept once, whichever states begin with it. */
export interface KeptDatasets {
	/** Keeps the records that the collections begin with, and returns the id of this dataset. */
	keep(collections: Collections): Promise<string>;
	/** Returns the records of a dataset by collection; undefined if no state uses it any more. */
	read(dataset: string): Promise<Bases | undefined>;
}

/** How many records one field has. */
const BLOCK = 256;
/** How long a dataset is kept that no state uses yet, in seconds. */
const UNUSED_S = "600";
const MAX_IN_MEMORY = 4;
/** How many fields are sent at once. */
const FIELDS = 64;

/** Returns a sequence whose blocks are parsed on first access. */
function createSequence(
	length: number,
	blocks: readonly string[],
): Sequence<StoredRecord> {
	const parsed: StoredRecord[][] = [];
	return {
		length,
		at(index) {
			const block = Math.floor(index / BLOCK);
			parsed[block] ??= JSON.parse(blocks[block] ?? "[]") as StoredRecord[];
			return parsed[block][index % BLOCK];
		},
	};
}

function* listBlocks(base: Sequence<StoredRecord>): Generator<string> {
	for (let from = 0; from < base.length; from += BLOCK) {
		const length = Math.min(BLOCK, base.length - from);
		yield JSON.stringify(Array.from({ length }, (_, at) => base.at(from + at)));
	}
}

/** Lists names and values of the fields of a dataset: the lengths, then each block. */
function listFields(bases: Bases): string[] {
	const lengths = mapValues(bases, ({ length }) => length);
	return [
		...["lengths", JSON.stringify(lengths)],
		...Object.entries(bases).flatMap(([name, base]) =>
			[...listBlocks(base)].flatMap((json, block) => [
				`${block} ${name}`,
				json,
			]),
		),
	];
}

function hashOf(fields: readonly string[]): string {
	const hash = createHash("sha256");
	for (const text of fields) hash.update(`${text}\n`);
	return hash.digest("base64url");
}

export function createKeptDatasets(connection: StoreConnection): KeptDatasets {
	/** The datasets that were used last. Sessions that begin with one share its records. */
	const inMemory = new Map<string, Bases>();
	/** Saves hashing a large dataset for each session that begins with it. */
	const ids = new WeakMap<Sequence<StoredRecord>, string>();

	function remember(dataset: string, bases: Bases): void {
		inMemory.delete(dataset);
		inMemory.set(dataset, bases);
		const [oldest] = inMemory.keys();
		if (inMemory.size > MAX_IN_MEMORY && oldest !== undefined)
			inMemory.delete(oldest);
	}

	/** Returns the id that all collections were given together; undefined if they are new. */
	function knownId(bases: Bases): string | undefined {
		const known = new Set(Object.values(bases).map((base) => ids.get(base)));
		return known.size === 1 ? [...known][0] : undefined;
	}

	const keyOf = (dataset: string): string =>
		`${connection.prefix}:dataset:${dataset}`;

	async function upload(key: string, fields: readonly string[]): Promise<void> {
		for (let from = 0; from < fields.length; from += 2 * FIELDS) {
			await connection.send(
				"HSET",
				key,
				...fields.slice(from, from + 2 * FIELDS),
			);
			await connection.send("EXPIRE", key, UNUSED_S);
		}
		await connection.send("HSET", key, "isWhole", "yes");
	}

	return {
		async keep(collections) {
			const bases = mapValues(collections, ({ base }) => base);
			const dataset = knownId(bases) ?? hashOf(listFields(bases));
			for (const base of Object.values(bases)) ids.set(base, dataset);
			const key = keyOf(dataset);
			// It may be about to expire.
			await connection.send("EXPIRE", key, UNUSED_S, "GT");
			if ((await connection.send("HGET", key, "isWhole")) === null)
				await upload(key, listFields(bases));
			remember(dataset, bases);
			return dataset;
		},
		async read(dataset) {
			const known = inMemory.get(dataset);
			if (known) return known;
			const reply = await connection.send("HGETALL", keyOf(dataset));
			const list = Array.isArray(reply) ? reply.map(String) : [];
			const fields = new Map<string, string>();
			for (let index = 0; index + 1 < list.length; index += 2)
				fields.set(list[index] ?? "", list[index + 1] ?? "");
			if (!fields.has("isWhole")) return undefined;
			const lengths: Readonly<Record<string, number>> = JSON.parse(
				fields.get("lengths") ?? "{}",
			);
			const bases = mapValues(lengths, (length, name) =>
				createSequence(
					length,
					Array.from({ length: Math.ceil(length / BLOCK) }, (_, block) =>
						String(fields.get(`${block} ${name}`)),
					),
				),
			);
			remember(dataset, bases);
			return bases;
		},
	};
}
