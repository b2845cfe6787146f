import type { Facets, Query } from "./store.ts";

/** Whether a record with these facets meets every condition of the query. */
export function matches({ keys, at, texts }: Facets, query: Query): boolean {
	if (query.from !== undefined && at < query.from) return false;
	if (query.to !== undefined && at >= query.to) return false;
	for (const [name, value] of Object.entries(query.keys ?? {}))
		if (keys[name] !== value) return false;
	if (query.text === undefined) return true;
	const sought = query.text.toLowerCase();
	return texts.some((text) => text.toLowerCase().includes(sought));
}
