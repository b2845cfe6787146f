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

/** Returns the parameters by name; the values of a repeated parameter as an array. */
export function parseQuery(query: string): JournalEntry["query"] {
	const parameters = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(query)) {
		const values = parameters.get(name);
		if (values) values.push(value);
		else parameters.set(name, [value]);
	}
	return Object.fromEntries(
		Array.from(parameters, ([name, values]) => {
			const [only = ""] = values;
			return [name, values.length === 1 ? only : values];
		}),
	);
}
