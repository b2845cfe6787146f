import type { ServedExchange } from "../../adapters/http/serve.ts";
import type { JournalRecord, NearOperation } from "../../journal/entry.ts";
import { isObject } from "../../values/is-object.ts";
import { tryParseJson } from "../../values/try-parse-json.ts";

/** One request and the result, as the log shows them. The mock knows more about it than the server or the control API. */
export interface LoggedExchange extends ServedExchange {
	readonly session?: string;
	/** Null where no operation matched. */
	readonly operation?: string | null;
	/** The kinds of the faults that applied. */
	readonly fault?: string | undefined;
	/** Why the request was rejected, if the status is a 4xx. */
	readonly reason?: string | undefined;
	readonly nearest?: readonly NearOperation[] | undefined;
}

/** Returns the sentence of a problem (RFC 9457), or its invalid places: `/steps is required`. */
function readReason({ status, responseBody }: JournalRecord) {
	if (status < 400 || status >= 500) return undefined;
	const problem = tryParseJson(responseBody ?? "");
	if (!isObject(problem)) return undefined;
	const { errors, detail } = problem;
	const places = (Array.isArray(errors) ? errors : [])
		.filter(isObject)
		.map((each) =>
			`${each.pointer ?? each.parameter ?? ""} ${each.detail ?? ""}`.trim(),
		);
	if (places.length > 0) return places.join("; ");
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
	reason: readReason(record),
	nearest: record.nearest,
});
