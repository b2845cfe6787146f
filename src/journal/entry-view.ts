import type {
	HeaderList,
	JournalEntry,
	JournalFilter,
	JournalMessage,
	JournalRecord,
} from "./entry.ts";
import { MAX_BODY, type NumberedRecord } from "./journal.ts";
import { matchesPart } from "./matches-part.ts";
import { REDACTED, type RedactedNames, redactTarget } from "./redact.ts";

function splitTarget(target: string): [path: string, query: string] {
	const start = target.indexOf("?");
	return start === -1
		? [target, ""]
		: [target.slice(0, start), target.slice(start + 1)];
}

function readQuery(query: string): JournalEntry["query"] {
	const read: Record<string, string | string[]> = {};
	for (const [name, value] of new URLSearchParams(query)) {
		const known = Object.hasOwn(read, name) ? read[name] : undefined;
		const values = known === undefined ? value : [known, value].flat();
		// A parameter may be named like a member that every object has.
		Object.defineProperty(read, name, {
			value: values,
			configurable: true,
			enumerable: true,
			writable: true,
		});
	}
	return read;
}

const decoder = new TextDecoder();

/** As much of a body as is told, without the half of a character at its end. */
function beginning(body: Uint8Array | string): string {
	if (typeof body === "string")
		return body.slice(0, MAX_BODY).replace(/[\ud800-\udbff]$/, "");
	// Told that there is more to come, it keeps to itself what is incomplete.
	const more = { stream: true };
	return new TextDecoder().decode(body.subarray(0, MAX_BODY), more);
}

const isCut = (body: Uint8Array | string | undefined): boolean =>
	body !== undefined && body.length > MAX_BODY;

function bodyOf(
	body: Uint8Array | string | undefined,
): Omit<JournalMessage, "headers"> {
	if (body === undefined || body.length === 0) return { body: null };
	if (isCut(body)) return { body: beginning(body), truncated: true };
	const text = typeof body === "string" ? body : decoder.decode(body);
	try {
		return { body: JSON.parse(text) };
	} catch {
		return { body: text };
	}
}

function headersOf(
	list: HeaderList,
	secret: RedactedNames,
): Record<string, string> {
	const headers = new Map<string, string>();
	for (let index = 0; index + 1 < list.length; index += 2) {
		const name = (list[index] ?? "").toLowerCase();
		const value = secret.has(name) ? REDACTED : (list[index + 1] ?? "");
		const known = headers.get(name);
		headers.set(name, known === undefined ? value : `${known}, ${value}`);
	}
	return Object.fromEntries(headers);
}

export function toEntry(
	{ number, record }: NumberedRecord,
	secret: RedactedNames,
): JournalEntry {
	const { at, session, operation, method, target, status, fault } = record;
	const [path, query] = splitTarget(redactTarget(target, secret));
	return {
		id: `${number}`,
		at: new Date(at).toISOString(),
		session,
		operation,
		method,
		path,
		query: readQuery(query),
		status,
		durationMs: Number(record.durationMs.toFixed(3)),
		matched: record.matched,
		fault,
		request: {
			headers: headersOf(record.requestHeaders, secret),
			...bodyOf(record.requestBody),
		},
		response: {
			headers: headersOf(Object.entries(record.responseHeaders).flat(), secret),
			...bodyOf(record.responseBody),
		},
		...(record.nearest && { nearest: record.nearest }),
	};
}

/** Whether an exchange is one of those meant; `uncompared` where only its body could tell, which was cut. */
export type Comparison = "meant" | "other" | "uncompared";

/** What is cheap to see is seen first. */
export function compare(
	record: JournalRecord,
	filter: JournalFilter,
): Comparison {
	const { operation, method, path, status, query, body } = filter;
	if (operation !== undefined && record.operation !== operation) return "other";
	if (method !== undefined && record.method !== method.toUpperCase())
		return "other";
	if (status !== undefined && record.status !== status) return "other";
	const [sentPath, sentQuery] = splitTarget(record.target);
	if (path !== undefined && sentPath !== path) return "other";
	if (query !== undefined) {
		const sent = readQuery(sentQuery);
		// A limit of 5 is sent as the text "5".
		const asText = Object.entries(query).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(String) : String(value),
		]);
		if (!matchesPart(sent, Object.fromEntries(asText))) return "other";
	}
	if (body === undefined) return "meant";
	if (isCut(record.requestBody)) return "uncompared";
	return matchesPart(bodyOf(record.requestBody).body, body) ? "meant" : "other";
}
