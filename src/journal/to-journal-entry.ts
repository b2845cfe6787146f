import { parseQuery } from "../values/http.ts";
import {
	REDACTED,
	type RedactedNames,
	redactTarget,
	redactUrls,
} from "../values/redact.ts";
import { describeProblem } from "../values/validation.ts";
import {
	type HeaderList,
	type JournalEntry,
	type JournalMessage,
	type JournalRecord,
	type JournalResponse,
	MAX_RESPONSE_LENGTH,
} from "./entry.ts";
import type { NumberedRecord } from "./journal.ts";

/**
 * Returns why a request was rejected: the reason that the journal has, or else the sentence or the invalid places of the
 * problem, such as `/steps is required`. Returns the empty string for other responses.
 */
export function describeRejection(
	status: number,
	reason: string | undefined,
	readBody: () => unknown,
): string {
	if (status < 400 || status >= 500) return "";
	return reason ?? describeProblem(readBody());
}

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

const decoder = new TextDecoder();

/**
 * Returns the body for a journal entry: parsed if it is JSON, else as text, or null if there is no body. If parsing
 * loses spaces, duplicate properties or digits of large numbers, the entry also has the text.
 */
export function viewBody(
	body: Uint8Array | string | undefined,
): Pick<JournalMessage, "body" | "text"> {
	if (body === undefined || body.length === 0) return { body: null };
	const text = typeof body === "string" ? body : decoder.decode(body);
	try {
		const parsed: unknown = JSON.parse(text);
		// A JSON string would look like text, and null like a missing body.
		const isAmbiguous = typeof parsed === "string" || parsed === null;
		const isExact = !isAmbiguous && JSON.stringify(parsed) === text;
		return { body: parsed, ...(!isExact && { text }) };
	} catch {
		return { body: text };
	}
}

/** Returns the original text of a body; undefined if there was no body. */
export function sentText({
	body,
	text,
}: Pick<JournalMessage, "body" | "text">): string | undefined {
	if (text !== undefined || body === null) return text;
	return typeof body === "string" ? body : JSON.stringify(body);
}

/** Truncates a body that is longer than the journal's limit. Does not split the last character. */
export function viewResponseBody(text = ""): Omit<JournalResponse, "headers"> {
	if (text.length <= MAX_RESPONSE_LENGTH) return viewBody(text);
	const kept = text.slice(0, MAX_RESPONSE_LENGTH);
	return { body: kept.replace(/[\ud800-\udbff]$/, ""), truncated: true };
}

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
	const { nearest, reason, forward } = record;
	const [path, query] = splitTarget(redactTarget(target, redacted));
	const entry = {
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
	};
	// Node 20 takes longer for spreads of nothing than for the rest of the entry.
	return Object.assign(
		entry,
		nearest && { nearest },
		reason ? { reason } : undefined,
		forward && viewForward(forward),
	);
}

const viewForward = ({
	isOwn,
	...check
}: NonNullable<JournalRecord["forward"]>) => ({
	...(!isOwn && { forwarded: true as const }),
	...check,
});
