import type { JournalMessage } from "./entry.ts";
import { MAX_BODY_LENGTH } from "./journal.ts";

const decoder = new TextDecoder();

/** Returns the part of a body that the journal keeps, without an incomplete last character. */
function truncateBody(body: Uint8Array | string): string {
	if (typeof body === "string")
		return body.slice(0, MAX_BODY_LENGTH).replace(/[\ud800-\udbff]$/, "");
	// With `stream`, an incomplete last character is left out.
	return new TextDecoder().decode(body.subarray(0, MAX_BODY_LENGTH), {
		stream: true,
	});
}

/** Returns a body as a journal entry shows it: parsed if it is JSON, else as text. */
export function viewBody(
	body: Uint8Array | string | undefined,
): Omit<JournalMessage, "headers"> {
	if (body === undefined || body.length === 0) return { body: null };
	if (body.length > MAX_BODY_LENGTH)
		return { body: truncateBody(body), truncated: true };
	const text = typeof body === "string" ? body : decoder.decode(body);
	try {
		return { body: JSON.parse(text) };
	} catch {
		return { body: text };
	}
}
