import type { JournalEntry } from "./entry.ts";

/** Returns the path and the query of an exchange. */
export function formatTarget({ path, query }: JournalEntry): string {
	const search = new URLSearchParams(
		Object.entries(query).flatMap(([name, values]) =>
			[values].flat().map((value) => [name, value]),
		),
	);
	return search.size > 0 ? `${path}?${search}` : path;
}
