import type { ServedExchange } from "../../adapters/http/serve.ts";
import type {
	JournalRecord,
	NearOperation,
	Violation,
} from "../../journal/entry.ts";

/** One request and the result, as the log shows them. The mock knows more about it than the server or the control API. */
export interface LoggedExchange extends ServedExchange {
	readonly session?: string;
	/** Null where no operation matched. */
	readonly operation?: string | null;
	/** The kinds of the faults that applied. */
	readonly fault?: string | undefined;
	/** The preferences of the request that were applied. */
	readonly prefer?: string | undefined;
	/** Why the request was rejected, if the status is a 4xx. */
	readonly reason?: string | undefined;
	readonly nearest?: readonly NearOperation[] | undefined;
	/** Whether the real service responded. */
	readonly forwarded?: true | undefined;
	/** Where a forwarded exchange violates the OpenAPI document. */
	readonly violations?: readonly Violation[] | undefined;
}

/** What may be in a problem (RFC 9457) and in its `errors`. */
interface Problem {
	readonly detail?: unknown;
	readonly errors?: unknown;
	readonly pointer?: unknown;
	readonly parameter?: unknown;
}

const toText = (value: unknown): string =>
	typeof value === "string" ? value : "";

function formatPlace(place: unknown): string {
	const { pointer, parameter, detail }: Problem = Object(place);
	return `${toText(pointer ?? parameter)} ${toText(detail)}`.trim();
}

/** Written here, because a module for one function would delay the start of the server. */
function parseProblem(text: string): Problem {
	try {
		return Object(JSON.parse(text));
	} catch {
		return {};
	}
}

/** Returns the sentence of a problem, or its invalid places: `/steps is required`. */
function readReason({ status, responseBody = "" }: JournalRecord) {
	if (status < 400 || status >= 500) return undefined;
	const { errors, detail } = parseProblem(responseBody);
	if (Array.isArray(errors) && errors.length > 0)
		return errors.map(formatPlace).join("; ") || undefined;
	return typeof detail === "string" ? detail : undefined;
}

/** Returns what the log shows of an exchange with the mock. */
export const toLoggedExchange = (record: JournalRecord): LoggedExchange => ({
	responder: "mock",
	session: record.session,
	operation: record.operation,
	method: record.method,
	path: record.target,
	status: record.status,
	durationMs: record.durationMs,
	fault: record.fault ?? undefined,
	prefer: record.responseHeaders["preference-applied"],
	reason: readReason(record),
	nearest: record.nearest,
	forwarded: record.forward && true,
	violations: record.forward?.violations,
});
