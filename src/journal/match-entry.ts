import { viewBody } from "./body-view.ts";
import type { JournalEntry, JournalFilter, JournalRecord } from "./entry.ts";
import { matchesPartially } from "./matches-partially.ts";
import { parseQuery, splitTarget } from "./target.ts";

/** Whether an exchange matches a filter; `uncompared` if only the body could decide, and it was truncated. */
export type MatchResult = "match" | "mismatch" | "uncompared";

type Comparable = Pick<
	JournalEntry,
	"operation" | "method" | "path" | "status" | "query"
> & { readonly request: ReturnType<typeof viewBody> };

/** Parameters are sent as text. */
const toText = (value: unknown): string | string[] =>
	Array.isArray(value) ? value.map(String) : String(value);

export function matchEntry(
	entry: Comparable,
	{ operation, method, path, status, query, body }: JournalFilter,
): MatchResult {
	const isSelected =
		(operation === undefined || entry.operation === operation) &&
		(method === undefined || entry.method === method.toUpperCase()) &&
		(status === undefined || entry.status === status) &&
		(path === undefined || entry.path === path) &&
		Object.entries(query ?? {}).every(([name, value]) =>
			matchesPartially(entry.query, { [name]: toText(value) }),
		);
	if (!isSelected) return "mismatch";
	if (body === undefined) return "match";
	const { request } = entry;
	if (request.truncated) return "uncompared";
	return matchesPartially(request.body, body) ? "match" : "mismatch";
}

/** Compares a record as it was sent, before redaction. Parses its query and body only if the filter has one. */
export function matchRecord(
	record: JournalRecord,
	filter: JournalFilter,
): MatchResult {
	const [path, query] = splitTarget(record.target);
	const comparable: Comparable = {
		...record,
		path,
		get query() {
			return parseQuery(query);
		},
		get request() {
			return viewBody(record.requestBody);
		},
	};
	return matchEntry(comparable, filter);
}
