import type * as schemas from "../schemas/generated/types.ts";
import type { Optional, Texts } from "../values/json.ts";

/** The number of characters of a response body that the journal keeps. */
export const MAX_RESPONSE_LENGTH = 65_536;

/** Alternating names and values, as sent. */
export type HeaderList = readonly string[];

/** A recorded exchange, in a compact form without references to requests or sockets. */
export interface JournalRecord
	extends Pick<
		JournalEntry,
		"session" | "operation" | "matched" | "method" | "status" | "fault"
	> {
	readonly at: number;
	/** Path and query as sent. The path does not contain the session. */
	readonly target: string;
	readonly durationMs: number;
	readonly requestHeaders: HeaderList;
	/** The whole body as sent; undefined if the mock did not read it, or if it was too large for the service. */
	readonly requestBody: string | Uint8Array | undefined;
	readonly responseHeaders: Texts;
	/** Truncated after `MAX_RESPONSE_LENGTH`. */
	readonly responseBody: string | undefined;
	/** The nearest operations. Present only if no operation matched. */
	readonly nearest: readonly NearOperation[] | undefined;
	/** Why the mock rejected the request, if the body may not contain the reason, or why the body of a handler failed. */
	readonly reason?: string | undefined;
	/**
	 * Present only if the exchange was forwarded to a real service, or if the reply of a handler, or the body of a fault,
	 * violates the OpenAPI document.
	 */
	readonly forward?: ForwardRecord | undefined;
}

/** The result of comparing an exchange with the OpenAPI document. */
export interface ForwardRecord {
	readonly violations: readonly Violation[];
	/** Present if a handler of the configuration, or a fault, responded instead of a real service. */
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
	/** One sentence that describes the violation. */
	readonly message: string;
	/** The assumptions that the violation refutes. */
	readonly assumptions: readonly string[];
}

export interface NearOperation {
	readonly operation: string;
	readonly why: string;
}

export interface JournalMessage {
	/** By name in lower case; repeated headers are joined by commas. Credentials are redacted. */
	readonly headers: Texts;
	/** Parsed if it is JSON, else text; null if there was no body. */
	readonly body: unknown;
	/** The body as sent. Present if the body is JSON that `body` does not show exactly. */
	readonly text?: string;
}

export interface JournalResponse extends JournalMessage {
	/** Present if the body was longer than 64 KiB. It is truncated then. */
	readonly truncated?: true;
}

/** One exchange, in the form for users of the journal. */
export interface JournalEntry {
	readonly id: string;
	/** RFC 3339, real time. */
	readonly at: string;
	readonly session: string;
	/** Null if no operation matched. */
	readonly operation: string | null;
	readonly method: string;
	/** The path without query and session. */
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
	/** The nearest operations. Present only if no operation matched. */
	readonly nearest?: readonly NearOperation[];
	/**
	 * Why the mock rejected the request. Present if the body does not contain the reason, because the document defines
	 * no body, or not one of RFC 9457. Also why the body of a handler of the configuration failed.
	 */
	readonly reason?: string;
	/** Present if the request was forwarded to a real service. */
	readonly forwarded?: true;
	/**
	 * The violations of the OpenAPI document. Present only if the request was forwarded, or if the reply of a handler from
	 * `defineHandler`, or the body of a fault, violates the document.
	 */
	readonly violations?: readonly Violation[];
	/** Why the body of a forwarded response was not checked. */
	readonly unchecked?: string;
}

/** Selects exchanges. All given properties must match. */
export type JournalFilter = Optional<schemas.JournalFilter>;
