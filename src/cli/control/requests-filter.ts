import { InvalidArgumentError } from "commander";
import type { RequestsFilter } from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Comparison } from "../../journal/entry-view.ts";
import { matchesPart } from "../../journal/matches-part.ts";
import { parseJson } from "./read-json.ts";

type Parameter = readonly [name: string, value: string];

/** The options that select requests. */
export interface FilterFlags
	extends Pick<RequestsFilter, "operation" | "method" | "path" | "status"> {
	readonly query?: readonly Parameter[];
	/** JSON. */
	readonly body?: string;
}

/** Reads `name=value`. */
export function readParameter(text: string): Parameter {
	const split = text.indexOf("=");
	if (split < 1)
		throw new InvalidArgumentError("Pass a parameter like limit=5.");
	return [text.slice(0, split), text.slice(split + 1)];
}

/** Collects the values of each parameter. One that is given repeatedly matches requests with the same values in that order. */
function readQuery(
	parameters: readonly Parameter[],
): NonNullable<RequestsFilter["query"]> {
	const values = new Map<string, string[]>();
	for (const [name, value] of parameters)
		values.set(name, [...(values.get(name) ?? []), value]);
	return Object.fromEntries(
		[...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
	);
}

export const readFilter = ({
	operation,
	method,
	path,
	status,
	query,
	body,
}: FilterFlags): RequestsFilter => ({
	operation,
	method,
	path,
	status,
	...(query && { query: readQuery(query) }),
	...(body !== undefined && { body: parseJson(body, "--body") }),
});

/** Compares an entry with a filter as the journal does, for entries that the mock cannot filter. */
export function compareEntry(
	entry: JournalEntry,
	{ operation, method, path, status, query, body }: RequestsFilter,
): Comparison {
	const isMeant =
		(operation === undefined || entry.operation === operation) &&
		(method === undefined || entry.method === method.toUpperCase()) &&
		(path === undefined || entry.path === path) &&
		(status === undefined || entry.status === status) &&
		(query === undefined || matchesPart(entry.query, query));
	if (!isMeant) return "other";
	if (body === undefined) return "meant";
	if (entry.request.truncated) return "uncompared";
	return matchesPart(entry.request.body, body) ? "meant" : "other";
}
