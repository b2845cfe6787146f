import type { Dataset } from "./store.ts";
import { findLastUlid } from "./write-context.ts";

function* idsIn(value: unknown): Generator<string> {
	if (typeof value !== "object" || value === null) return;
	for (const [member, below] of Object.entries(value))
		if (member === "id" && typeof below === "string") yield below;
		else yield* idsIn(below);
}

/** Lists every id in a dataset: of the records, and within them, as of the steps of a pipeline. */
export function* listIds(dataset: Dataset): Generator<string> {
	for (const records of Object.values(dataset))
		for (let index = 0; index < records.length; index++)
			yield* idsIn(records.at(index));
}

/** By dataset: sessions share them, and to read all ids of a large one takes 50 ms. */
const lastUlids = new WeakMap<Dataset, string>();

/** Returns the last ULID in the records that are in memory. Building the others may take long. */
export function lastLoadedUlid(dataset: Dataset): string {
	const known = lastUlids.get(dataset);
	if (known !== undefined) return known;
	const loaded = Object.values(dataset).filter((records) =>
		Array.isArray(records),
	);
	const last = findLastUlid(idsIn(loaded));
	lastUlids.set(dataset, last);
	return last;
}
