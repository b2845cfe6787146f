/** Names and values in turn, as they came. */
export type HeaderList = readonly string[];

/** One exchange as the journal keeps it: compact, and with nothing that holds on to a request or a socket. */
export interface JournalRecord {
	readonly at: number;
	readonly session: string;
	/** Null where no operation matched. */
	readonly operation: string | null;
	/** Whether anything of the mock answered. */
	readonly matched: boolean;
	readonly method: string;
	/** Path and query as sent, without what names the session. */
	readonly target: string;
	readonly status: number;
	readonly durationMs: number;
	/** The kinds of the faults that struck, or null. */
	readonly fault: string | null;
	readonly requestHeaders: HeaderList;
	/** As it came, cut after `MAX_BODY`; decoded only when it is told. */
	readonly requestBody: string | Uint8Array | undefined;
	readonly responseHeaders: Readonly<Record<string, string>>;
	readonly responseBody: string | undefined;
	/** Why nothing matched; only where nothing did. */
	readonly nearest: readonly NearOperation[] | undefined;
}

export interface NearOperation {
	readonly operation: string;
	readonly why: string;
}

export interface JournalMessage {
	/** By name in lower case; what came more than once is joined by commas. Credentials are redacted. */
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed where it was JSON, else text; null where there was none. */
	readonly body: unknown;
	/** There only where the body was longer than the journal keeps, and is cut. */
	readonly truncated?: true;
}

/** One exchange as it is told. */
export interface JournalEntry {
	readonly id: string;
	/** RFC 3339, real time. */
	readonly at: string;
	readonly session: string;
	readonly operation: string | null;
	readonly method: string;
	/** Without the query, and without what names the session. */
	readonly path: string;
	/** By name; an array where a parameter came more than once. */
	readonly query: Readonly<Record<string, string | readonly string[]>>;
	/** 0 where the connection was broken instead. */
	readonly status: number;
	/** Real time, configured delays included. */
	readonly durationMs: number;
	/** Whether an operation matched, or a handler of the configuration. */
	readonly matched: boolean;
	readonly fault: string | null;
	readonly request: JournalMessage;
	readonly response: JournalMessage;
	/** The operations it came closest to; only where none matched. */
	readonly nearest?: readonly NearOperation[];
}

/** Which exchanges are meant; all of what is given must be so. */
export interface JournalFilter {
	readonly operation?: string | undefined;
	readonly method?: string | undefined;
	readonly path?: string | undefined;
	readonly status?: number | undefined;
	/** Compared with the members of the query that are named here. */
	readonly query?: Readonly<Record<string, unknown>> | undefined;
	/** Part of the request's body: objects may have more members, arrays may not have more items. */
	readonly body?: unknown;
}
