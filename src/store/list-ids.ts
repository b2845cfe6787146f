import type { Dataset } from "./store.ts";

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

/** Lists only the ids of records that are in memory. Building the others may take long. */
export const listLoadedIds = (dataset: Dataset): Generator<string> =>
	idsIn(Object.values(dataset).filter((records) => Array.isArray(records)));
