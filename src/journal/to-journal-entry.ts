import { parseQuery } from "../values/http.ts";
import {
	REDACTED,
	type RedactedNames,
	redactTarget,
	redactUrls,
} from "../values/redact.ts";
import { viewBody, viewResponseBody } from "./body-view.ts";
import type { HeaderList, JournalEntry } from "./entry.ts";
import { splitTarget } from "./format-target.ts";
import type { NumberedRecord } from "./journal.ts";

/** Joins repeated headers, and redacts credentials. */
export function viewHeaders(
	list: HeaderList,
	redacted: RedactedNames,
): Record<string, string> {
	const headers = new Map<string, string>();
	for (let index = 0; index + 1 < list.length; index += 2) {
		const name = (list[index] ?? "").toLowerCase();
		const value = redacted.has(name)
			? REDACTED
			: redactUrls(list[index + 1] ?? "", redacted);
		const known = headers.get(name);
		headers.set(name, known === undefined ? value : `${known}, ${value}`);
	}
	return Object.fromEntries(headers);
}

/** Converts a record of the journal to an entry for users. */
export function toJournalEntry(
	{ number, record }: NumberedRecord,
	redacted: RedactedNames,
): JournalEntry {
	const { at, session, operation, method, target, status, fault } = record;
	const { isOwn, ...check } = record.forward ?? {};
	const [path, query] = splitTarget(redactTarget(target, redacted));
	return {
		id: `${number}`,
		at: new Date(at).toISOString(),
		session,
		operation,
		method,
		path,
		query: parseQuery(query),
		status,
		durationMs: Number(record.durationMs.toFixed(3)),
		matched: record.matched,
		fault,
		request: {
			headers: viewHeaders(record.requestHeaders, redacted),
			...viewBody(record.requestBody),
		},
		response: {
			headers: viewHeaders(
				Object.entries(record.responseHeaders).flat(),
				redacted,
			),
			...viewResponseBody(record.responseBody),
		},
		...(record.nearest && { nearest: record.nearest }),
		...(record.reason && { reason: record.reason }),
		...(record.forward && !isOwn && { forwarded: true }),
		...check,
	};
}
