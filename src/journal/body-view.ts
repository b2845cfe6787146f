import type { JournalResponse } from "./entry.ts";

/** The number of characters of a response body that the journal keeps. */
export const MAX_RESPONSE_LENGTH = 65_536;

const decoder = new TextDecoder();

/** Returns a body as a journal entry shows it: parsed if it is JSON, else as text; null if there is none. */
export function viewBody(body: Uint8Array | string | undefined): unknown {
	if (body === undefined || body.length === 0) return null;
	const text = typeof body === "string" ? body : decoder.decode(body);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Truncates a body that is longer than the journal keeps, without splitting its last character. */
export function viewResponseBody(text = ""): Omit<JournalResponse, "headers"> {
	if (text.length <= MAX_RESPONSE_LENGTH) return { body: viewBody(text) };
	const kept = text.slice(0, MAX_RESPONSE_LENGTH);
	return { body: kept.replace(/[\ud800-\udbff]$/, ""), truncated: true };
}
