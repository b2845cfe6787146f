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

/** Splits a request target into its path and its query without the question mark. */
export function splitTarget(target: string): [path: string, query: string] {
	const start = target.indexOf("?");
	return start === -1
		? [target, ""]
		: [target.slice(0, start), target.slice(start + 1)];
}
