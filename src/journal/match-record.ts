import { isTruncated, viewBody } from "./body-view.ts";
import type { JournalFilter, JournalRecord } from "./entry.ts";
import { matchesPartially } from "./matches-partially.ts";
import { parseQuery, splitTarget } from "./target.ts";

/** Whether a record matches a filter; `uncompared` if only the body could decide, and it was truncated. */
export type RecordMatch = "match" | "mismatch" | "uncompared";

/** Compares cheap properties first. */
export function matchRecord(
	record: JournalRecord,
	filter: JournalFilter,
): RecordMatch {
	const { operation, method, path, status, query, body } = filter;
	if (operation !== undefined && record.operation !== operation)
		return "mismatch";
	if (method !== undefined && record.method !== method.toUpperCase())
		return "mismatch";
	if (status !== undefined && record.status !== status) return "mismatch";
	const [sentPath, sentQuery] = splitTarget(record.target);
	if (path !== undefined && sentPath !== path) return "mismatch";
	if (query !== undefined) {
		const sent = parseQuery(sentQuery);
		// Parameters are sent as text.
		const asText = Object.entries(query).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(String) : String(value),
		]);
		if (!matchesPartially(sent, Object.fromEntries(asText))) return "mismatch";
	}
	if (body === undefined) return "match";
	if (isTruncated(record.requestBody)) return "uncompared";
	return matchesPartially(viewBody(record.requestBody).body, body)
		? "match"
		: "mismatch";
}
