import type { Dataset } from "./store.ts";

function* idsIn(value: unknown): Generator<string> {
	if (typeof value !== "object" || value === null) return;
	for (const [member, below] of Object.entries(value))
		if (member === "id" && typeof below === "string") yield below;
		else yield* idsIn(below);
}

/** Every id there is: those of the records, and those within them, like the steps of a pipeline. */
export function* idsOf(dataset: Dataset): Generator<string> {
	for (const records of Object.values(dataset))
		for (let index = 0; index < records.length; index++)
			yield* idsIn(records.at(index));
}

/** The same without those of records that would have to be made first. */
export const idsPresent = (dataset: Dataset): Generator<string> =>
	idsIn(Object.values(dataset).filter((records) => Array.isArray(records)));
