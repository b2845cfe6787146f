import type { Control } from "../control/control.ts";
import type { RequestsPage } from "../control/journal-control.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { formatTarget } from "../journal/to-journal-entry.ts";
import { plural } from "../values/plural.ts";
import { shorten } from "../values/shorten.ts";
import { describeProblem } from "../values/validation.ts";

const MAX_EXCHANGES = 5;
const MAX_BODY_LENGTH = 120;
/** The maximum number of violations of an exchange. The records of a list often violate the same rule. */
const MAX_VIOLATIONS = 5;
const NO_REQUESTS = "The mock received no requests.";

export const describeTimes = (count: number): string =>
	["0 times", "once", "twice"][count] ?? `${count} times`;

/** Lists the operations most similar to an unmatched request, and why each does not match. */
export const describeNearest = (
	nearest: JournalEntry["nearest"] = [],
): string[] => nearest.map(({ operation, why }) => `    ${operation}: ${why}`);

/** Lists the newest exchanges, each with the most similar operations. */
const describeNewest = (requests: readonly JournalEntry[]): string[] =>
	requests
		.slice(0, MAX_EXCHANGES)
		.flatMap((entry) => [
			describeExchange(entry),
			...describeNearest(entry.nearest),
		]);

/**
 * Describes an exchange on one line, with the reason if the request was rejected. Adds a line for each of the first
 * violations.
 */
export function describeExchange(entry: JournalEntry): string {
	const { method, status, fault, nearest, request, response } = entry;
	const { violations = [] } = entry;
	const body = request.body === null ? "" : ` ${JSON.stringify(request.body)}`;
	const shown = shorten(body, MAX_BODY_LENGTH);
	const isRejection = status >= 400 && status < 500 && !nearest;
	const reasons = [
		fault === null ? "" : `fault: ${fault}`,
		isRejection ? describeProblem(response.body) : "",
	].filter(Boolean);
	const why = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
	const others = violations.length - MAX_VIOLATIONS;
	return [
		`  ${method} ${formatTarget(entry)}${shown} → ${status || "no response"}${why}`,
		...violations
			.slice(0, MAX_VIOLATIONS)
			.map(({ message }) => `    violates ${message}`),
		...(others > 0
			? [
					`    violates the OpenAPI document in ${plural(others, "other place")}`,
				]
			: []),
	].join("\n");
}

/**
 * Describes the last exchanges of a session, to explain why a test failed.
 * @param known a text. Exchanges that it describes already are left out.
 * @returns the empty string if there are no other exchanges
 */
export function describeLastExchanges(
	{ requests, total, dropped }: RequestsPage,
	known = "",
): string {
	const last = requests.slice(0, MAX_EXCHANGES);
	if (last.length === 0) return known.includes(NO_REQUESTS) ? "" : NO_REQUESTS;
	const news = last.filter((entry) => !known.includes(describeExchange(entry)));
	if (news.length === 0) return "";
	const older = total + dropped - last.length;
	return [
		`${news.length < last.length ? "Other" : "The last"} exchanges with the mock, newest first:`,
		...news.flatMap((entry) => {
			const assumptions = entry.response.headers["mock-assumptions"];
			const lines = describeNewest([entry]);
			return assumptions
				? [...lines, `    assumptions: ${assumptions}`]
				: lines;
		}),
		...(older > 0 ? [`  and ${older} more before`] : []),
	].join("\n");
}

/** Describes the newest requests of an operation. If it was never requested, names the operations that were. */
export function describeReceived(
	operation: string,
	requests: readonly JournalEntry[],
): string[] {
	if (requests.length === 0) return [NO_REQUESTS];
	const received = requests.filter((each) => each.operation === operation);
	if (received.length > 0) {
		const more = received.length - MAX_EXCHANGES;
		return [
			`Requests of ${operation}, newest first:`,
			...describeNewest(received),
			...(more > 0 ? [`  and ${more} more`] : []),
		];
	}
	const ids = requests.flatMap(({ operation }) => operation ?? []);
	const others = [...new Set(ids)].map(
		(id) => `${id} ${describeTimes(ids.filter((each) => each === id).length)}`,
	);
	return others.length > 0 ? [`Received instead: ${others.join(", ")}.`] : [];
}

/** Describes the requests that matched no operation, with the operations closest to them. */
export function describeUnmatched(requests: readonly JournalEntry[]): string[] {
	const unmatched = requests.filter(({ matched }) => !matched);
	if (unmatched.length === 0) return [];
	return [
		`${plural(unmatched.length, "request")} matched no operation:`,
		...describeNewest(unmatched),
	];
}

/** Captured at import, so that a test's fake timers do not affect it. */
const { now } = Date;

/** The property of a mock in another process that describes requests outside of its session. */
export const DESCRIBE_STRAYS: unique symbol = Symbol("describeStrays");

/** Describes how many requests of an operation did not name the session of the mock. */
export type DescribeStrays = (operation: string) => Promise<string[]>;

/**
 * Returns a function for a mock in another process. From now on, requests of the code under test that do not name the
 * session belong to the default session.
 * @param control of the whole server
 */
export function createDescribeStrays(control: Control): DescribeStrays {
	const openedAt = now();
	return async (operation) => {
		const { requests } = await control
			.session(DEFAULT_SESSION)
			.requests({ operation });
		const strays = requests.filter(({ at }) => Date.parse(at) >= openedAt);
		if (strays.length === 0) return [];
		return [
			`Meanwhile, the session ${DEFAULT_SESSION} of the server received ${plural(strays.length, "request")} of ${operation}. Send requests to mock.url, or with mock.headers.`,
		];
	};
}
