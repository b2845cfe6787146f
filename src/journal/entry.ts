import type * as schemas from "../schemas/generated/types.ts";
import type { Optional } from "../values/json.ts";

/** Alternating names and values, as sent. */
export type HeaderList = readonly string[];

/** One exchange as the journal keeps it: compact, and without references to requests or sockets. */
export interface JournalRecord
	extends Pick<
		JournalEntry,
		"session" | "operation" | "matched" | "method" | "status" | "fault"
	> {
	readonly at: number;
	/** Path and query as sent, without the session in the path. */
	readonly target: string;
	readonly durationMs: number;
	readonly requestHeaders: HeaderList;
	/** The whole body as sent; undefined if it was not read, or larger than the service accepts. */
	readonly requestBody: string | Uint8Array | undefined;
	readonly responseHeaders: Readonly<Record<string, string>>;
	/** Truncated after `MAX_RESPONSE_LENGTH`. */
	readonly responseBody: string | undefined;
	/** The nearest operations; only if none matched. */
	readonly nearest: readonly NearOperation[] | undefined;
	/** Why the mock rejected the request, if the body may not tell. */
	readonly reason?: string | undefined;
	/** Only if the exchange was forwarded to a real service, or the reply of a handler violates the OpenAPI document. */
	readonly forward?: ForwardRecord | undefined;
}

/** How an exchange compares with the OpenAPI document. */
export interface ForwardRecord {
	readonly violations: readonly Violation[];
	/** Set if a handler of the configuration responded, and no real service. */
	readonly isOwn?: true;
	/** Why the body of the response was not checked. */
	readonly unchecked?: string;
}

/** A place where an exchange violates the OpenAPI document. */
export interface Violation {
	/**
	 * `status`, `header <name>`, or a path into the body of the response, such as `$.items[*].id`; for the request,
	 * `request header <name>`, `request query <name>`, or `request` and a path.
	 */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	/** One sentence about all of it. */
	readonly message: string;
	/** The assumptions that it refutes. */
	readonly assumptions: readonly string[];
}

export interface NearOperation {
	readonly operation: string;
	readonly why: string;
}

export interface JournalMessage {
	/** By name in lower case; repeated headers are joined by commas. Credentials are redacted. */
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed if it is JSON, else text; null if there was none. */
	readonly body: unknown;
	/** The body as it was sent; set if it was JSON that `body` does not show exactly. */
	readonly text?: string;
}

export interface JournalResponse extends JournalMessage {
	/** Set if the body was longer than 64 KiB, and is truncated. */
	readonly truncated?: true;
}

/** One exchange as users of the journal see it. */
export interface JournalEntry {
	readonly id: string;
	/** RFC 3339, real time. */
	readonly at: string;
	readonly session: string;
	/** Null where no operation matched. */
	readonly operation: string | null;
	readonly method: string;
	/** Without the query, and without the session in the path. */
	readonly path: string;
	/** By name; an array for a repeated parameter. */
	readonly query: Readonly<Record<string, string | readonly string[]>>;
	/** 0 if the connection was broken instead. */
	readonly status: number;
	/** Real time, including configured delays. */
	readonly durationMs: number;
	/** Whether an operation or a handler of the configuration responded. */
	readonly matched: boolean;
	/** The kinds of the faults that applied, or null. */
	readonly fault: string | null;
	readonly request: JournalMessage;
	readonly response: JournalResponse;
	/** The nearest operations; only if none matched. */
	readonly nearest?: readonly NearOperation[];
	/** Why the mock rejected the request, if the document gives the rejection no body, or one of another form than RFC 9457. */
	readonly reason?: string;
	/** Set if a real service responded, or should have. */
	readonly forwarded?: true;
	/** Where the exchange violates the OpenAPI document; only if it was forwarded, or a defined handler replied. */
	readonly violations?: readonly Violation[];
	/** Why the body of a forwarded response was not checked. */
	readonly unchecked?: string;
}

/** Selects exchanges; all given properties have to match. */
export type JournalFilter = Optional<schemas.JournalFilter>;
