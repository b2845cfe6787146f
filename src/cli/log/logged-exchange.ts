import type { ServedExchange } from "../../adapters/http/serve.ts";
import { viewBody } from "../../journal/body-view.ts";
import type {
	JournalRecord,
	NearOperation,
	Violation,
} from "../../journal/entry.ts";
import { readReason } from "./read-reason.ts";

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
	reason: readReason(record.status, viewBody(record.responseBody)),
	nearest: record.nearest,
	forwarded: record.forward && true,
	violations: record.forward?.violations,
});
