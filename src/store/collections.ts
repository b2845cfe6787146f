import {
	appendRecord,
	type Collection,
	createCollection,
} from "./collection.ts";
import type { Additions, Dataset } from "./store.ts";

export type Collections = Readonly<Record<string, Collection>>;

export const EMPTY_COLLECTION: Collection = createCollection([]);

export const createCollections = (dataset: Dataset): Collections =>
	Object.fromEntries(
		Object.entries(dataset).map(([name, base]) => [
			name,
			createCollection(base),
		]),
	);

/** Returns the collections with these records. */
export function addRecords(
	collections: Collections,
	add: Additions,
): Collections {
	const extended = { ...collections };
	for (const name in add) {
		const record = add[name];
		if (record)
			extended[name] = appendRecord(extended[name] ?? EMPTY_COLLECTION, record);
	}
	return extended;
}
