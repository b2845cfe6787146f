import type { JournalEntry } from "../journal/entry.ts";
import { formatTarget } from "../journal/format-target.ts";

const MAX_EXCHANGES = 5;
const MAX_BODY_LENGTH = 120;

export const describeTimes = (count: number): string =>
	["0 times", "once", "twice"][count] ?? `${count} times`;

export const formatRequestCount = (count: number): string =>
	`${count} ${count === 1 ? "request" : "requests"}`;

/** Lists the operations closest to an unmatched request, and why each does not match. */
export const describeNearest = (
	nearest: JournalEntry["nearest"] = [],
): string[] => nearest.map(({ operation, why }) => `    ${operation}: ${why}`);

/** Describes an exchange on one line, and each violation of the OpenAPI document on another. */
export function describeExchange(entry: JournalEntry): string {
	const { method, status, request, violations = [] } = entry;
	const body = request.body === null ? "" : ` ${JSON.stringify(request.body)}`;
	const shown =
		body.length > MAX_BODY_LENGTH ? `${body.slice(0, MAX_BODY_LENGTH)}…` : body;
	return [
		`  ${method} ${formatTarget(entry)}${shown} → ${status || "no response"}`,
		...violations.map(({ message }) => `    violates ${message}`),
	].join("\n");
}

/** Describes the newest requests of an operation or, if there are none, the operations that were requested instead. */
export function describeReceived(
	operation: string,
	received: readonly JournalEntry[],
	requests: readonly JournalEntry[],
): string[] {
	if (requests.length === 0) return ["The mock received no requests."];
	if (received.length > 0) {
		const more = received.length - MAX_EXCHANGES;
		return [
			`Requests of ${operation}, newest first:`,
			...received.slice(0, MAX_EXCHANGES).map(describeExchange),
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
		`${formatRequestCount(unmatched.length)} matched no operation:`,
		...unmatched
			.slice(0, MAX_EXCHANGES)
			.flatMap((entry) => [
				describeExchange(entry),
				...describeNearest(entry.nearest),
			]),
	];
}
