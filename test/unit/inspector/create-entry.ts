import type { JournalEntry } from "../../../src/journal/entry.ts";

/** Creates an entry of a journal with the given values. */
export const createEntry = (values: Partial<JournalEntry>): JournalEntry => ({
	id: "1",
	at: "2026-01-01T00:00:00.000Z",
	session: "default",
	operation: "getHealth",
	method: "GET",
	path: "/v1/health",
	query: {},
	status: 200,
	durationMs: 1,
	matched: true,
	fault: null,
	request: { headers: {}, body: null },
	response: { headers: {}, body: null },
	...values,
});
