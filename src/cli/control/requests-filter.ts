import type { RequestsFilter } from "../../control/journal-control.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { RecordMatch } from "../../journal/match-record.ts";
import { matchesPartially } from "../../journal/matches-partially.ts";
import { FlagValueError } from "../flag-value-error.ts";

type Query = NonNullable<RequestsFilter["query"]>;

/** Adds `name=value` to a query. A repeated name matches requests with the same values in that order. */
export function addParameter(text: string, query: Query = {}): Query {
	const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
	if (name === undefined)
		throw new FlagValueError("Pass a parameter like limit=5.");
	const isRepeated = Object.hasOwn(query, name);
	return { ...query, [name]: isRepeated ? [query[name], value].flat() : value };
}

/** Returns the filter among the options of a command. */
export const readFilter = ({
	operation,
	method,
	path,
	status,
	query,
	body,
}: RequestsFilter): RequestsFilter => {
	return { operation, method, path, status, query, body };
};

/** Compares an entry with a filter as the journal does, for entries that the mock cannot filter. */
export function compareEntry(
	entry: JournalEntry,
	{ operation, method, path, status, query, body }: RequestsFilter,
): RecordMatch {
	const isMeant =
		(operation === undefined || entry.operation === operation) &&
		(method === undefined || entry.method === method.toUpperCase()) &&
		(path === undefined || entry.path === path) &&
		(status === undefined || entry.status === status) &&
		(query === undefined || matchesPartially(entry.query, query));
	if (!isMeant) return "mismatch";
	if (body === undefined) return "match";
	if (entry.request.truncated) return "uncompared";
	return matchesPartially(entry.request.body, body) ? "match" : "mismatch";
}
