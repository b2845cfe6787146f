import type { JournalMessage, JournalResponse } from "./entry.ts";

/** The number of characters of a response body that the journal keeps. */
export const MAX_RESPONSE_LENGTH = 65_536;

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
