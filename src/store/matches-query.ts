import type { Facets, Query } from "./store.ts";

/**
 * Removes the difference of case. Lower case alone is not enough: a sigma at the end of a word has another lower case
 * (Unicode SpecialCasing, Final_Sigma).
 */
const fold = (text: string): string => text.toLowerCase().toUpperCase();

/** Whether a record with these facets meets every condition of the query. */
export function matchesQuery(
	{ keys, at, texts }: Facets,
	query: Query,
): boolean {
	if (query.from !== undefined && at < query.from) return false;
	if (query.to !== undefined && at >= query.to) return false;
	for (const [name, value] of Object.entries(query.keys ?? {}))
		if (keys[name] !== value) return false;
	if (query.text === undefined) return true;
	const sought = fold(query.text);
	return texts.some((text) => fold(text).includes(sought));
}
