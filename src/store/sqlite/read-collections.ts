import type { Change, Collection, Collections } from "../collection.ts";
import type { Sequence, StoredRecord } from "../store.ts";
import type { Database } from "./database.ts";
import type { KeptDatasets } from "./datasets.ts";

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
