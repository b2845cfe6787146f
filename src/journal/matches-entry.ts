import { parseQuery } from "../values/http.ts";
import { isContainer } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import type { RedactedNames } from "../values/redact.ts";
import type {
	JournalEntry,
	JournalFilter,
	JournalMessage,
	JournalRecord,
} from "./entry.ts";
import { splitTarget, viewBody, viewHeaders } from "./to-journal-entry.ts";

/** Whether `whole` contains `part`: objects may have more properties, arrays must have the same items. */
function matchesPartially(whole: unknown, part: unknown): boolean {
	if (!isContainer(part) || !isContainer(whole)) return Object.is(whole, part);
	if (Array.isArray(part) !== Array.isArray(whole)) return false;
	if (Array.isArray(part) && part.length !== whole.length) return false;
	return everyProperty(
		part,
		(name, value) =>
			Object.hasOwn(whole, name) && matchesPartially(whole[name], value),
	);
}

/** Caches the properties of filters, because a filter may have very many, and is compared with each record. */
const listProperties = computeByObject((object: object) =>
	Object.entries(object),
);

const everyProperty = (
	object: object,
	matches: (name: string, value: unknown) => boolean,
): boolean =>
	listProperties(object).every(([name, value]) => matches(name, value));

interface Comparable
	extends Pick<
		JournalEntry,
		"operation" | "method" | "path" | "status" | "query"
	> {
	readonly violations?: JournalEntry["violations"] | undefined;
	readonly request: JournalMessage;
}

/**
 * Converts a value to text, because parameters are sent as text. Objects may have no text, and equal no parameter.
 */
function toText(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toText);
	return isContainer(value) ? value : String(value);
}

/** Returns whether an exchange matches a filter. */
export const matchesEntry = (
	entry: Comparable,
	filter: JournalFilter,
): boolean => {
	const { operation, method, path, status, violations } = filter;
	const { query, headers, body } = filter;
	return (
		(operation === undefined || entry.operation === operation) &&
		(method === undefined || entry.method === method.toUpperCase()) &&
		(status === undefined || entry.status === status) &&
		(path === undefined || entry.path === path) &&
		(violations === undefined ||
			violations === (entry.violations?.length ?? 0) > 0) &&
		(query === undefined ||
			everyProperty(query, (name, value) =>
				matchesPartially(entry.query, { [name]: toText(value) }),
			)) &&
		(headers === undefined ||
			everyProperty(
				headers,
				(name, value) => entry.request.headers[name.toLowerCase()] === value,
			)) &&
		(body === undefined || matchesPartially(entry.request.body, body))
	);
};

const NOTHING_HIDDEN: RedactedNames = new Set();

/**
 * Whether a record matches. Compares the record before redaction. Parses its query, headers and body only if the filter
 * needs them.
 */
export function matchesRecord(
	record: JournalRecord,
	filter: JournalFilter,
): boolean {
	const [path, search] = splitTarget(record.target);
	const query = filter.query ? parseQuery(search) : {};
	const request = {
		headers: filter.headers
			? viewHeaders(record.requestHeaders, NOTHING_HIDDEN)
			: {},
		...(filter.body === undefined
			? { body: null }
			: viewBody(record.requestBody)),
	};
	const { operation, method, status, forward } = record;
	const violations = forward?.violations;
	return matchesEntry(
		{ operation, method, status, violations, path, query, request },
		filter,
	);
}
