import type { JournalRecord } from "../../../../src/journal/entry.ts";

/** Creates a record in which only the session, the target and the response body matter. */
export const createRecord = (
	session: string,
	target: string,
	responseBody = "",
): JournalRecord => ({
	at: 0,
	session,
	operation: "listZaps",
	matched: true,
	method: "GET",
	target,
	status: 200,
	durationMs: 0,
	fault: null,
	requestHeaders: [],
	requestBody: undefined,
	responseHeaders: {},
	responseBody,
	nearest: undefined,
});
