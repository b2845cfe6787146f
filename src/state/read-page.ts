import { type Collection, recordAt, sizeOf } from "./collection.ts";
import { matches } from "./matches.ts";
import type { Facets, Page, PageRequest, StoredRecord } from "./store.ts";

/**
 * Reads a page backwards from the newest record, or from where the page before ended.
 * @returns undefined where no record stands at `after`
 */
export function readPage(
	collection: Collection,
	facetsOf: (record: StoredRecord) => Facets,
	{ limit, after, where }: PageRequest,
): Page<StoredRecord> | undefined {
	if (after && recordAt(collection, after.index)?.id !== after.id)
		return undefined;
	const items: StoredRecord[] = [];
	let last = -1;
	for (
		let index = (after?.index ?? sizeOf(collection)) - 1;
		index >= 0;
		index--
	) {
		const record = recordAt(collection, index);
		if (!record || (where && !matches(facetsOf(record), where))) continue;
		if (items.length === limit)
			return { items, next: { index: last, id: items.at(-1)?.id ?? "" } };
		items.push(record);
		last = index;
	}
	return { items, next: null };
}
