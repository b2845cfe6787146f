import type { JournalEntry } from "../journal/entry.ts";
import { isPlainObject } from "../values/is-plain-object.ts";
import { requireKnown } from "./require-known.ts";
import type { OperationIdOf, Part, ServiceTypes } from "./service-types.ts";

/** What an exchange is expected to have been like: part of it, like `toMatchObject`, with asymmetric matchers where the values may differ. */
export interface Expectation {
	readonly query?: unknown;
	readonly body?: unknown;
	/** By name; values of credentials are not in the journal. */
	readonly headers?: Readonly<Record<string, unknown>> | undefined;
	/** That it was answered with. */
	readonly status?: number | undefined;
}

/** The same, for an operation that there is. */
export interface ExpectationOf<
	Types extends ServiceTypes,
	Id extends OperationIdOf<Types>,
> extends Expectation {
	/** How often exactly; at least once when absent. */
	readonly times?: number;
	readonly query?: Part<Types["operations"][Id]["query"]>;
	readonly body?: Part<Types["operations"][Id]["body"]>;
}

/** Whether a value is as expected, all that is not expected left aside. */
export type MatchesPart = (actual: unknown, expected: unknown) => boolean;

const PARTS = ["query", "body", "headers", "status"] as const;

/** As it is sent: a limit of 5 is the text "5". */
function asSent(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asSent);
	return typeof value === "number" || typeof value === "boolean"
		? String(value)
		: value;
}

/** What is expected of an exchange, without what is left open. */
export function readExpectation(
	expectation: Expectation,
): Readonly<Record<string, unknown>> {
	requireKnown("An expectation", expectation, [...PARTS, "times"]);
	const { query, headers } = expectation;
	const read: Record<string, unknown> = {};
	for (const part of PARTS)
		if (expectation[part] !== undefined) read[part] = expectation[part];
	if (isPlainObject(query))
		read.query = Object.fromEntries(
			Object.entries(query).map(([name, value]) => [name, asSent(value)]),
		);
	if (isPlainObject(headers))
		read.headers = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [
				name.toLowerCase(),
				value,
			]),
		);
	return read;
}

/** The same of an exchange that was. */
export const partsOf = ({
	query,
	status,
	request: { body, headers },
}: JournalEntry): Readonly<Record<string, unknown>> => ({
	query,
	body,
	headers,
	status,
});

/** Whether only its body could tell if it is as expected, and that was cut. */
export function isUncompared(
	entry: JournalEntry,
	{ body, ...expected }: Readonly<Record<string, unknown>>,
	matches: MatchesPart,
): boolean {
	return (
		body !== undefined &&
		entry.request.truncated === true &&
		matches(partsOf(entry), expected)
	);
}

/** How many values are not as expected. */
function distance(
	actual: unknown,
	expected: unknown,
	matches: MatchesPart,
): number {
	if (isPlainObject(actual) && isPlainObject(expected))
		return Object.entries(expected).reduce(
			(sum, [name, value]) => sum + distance(actual[name], value, matches),
			0,
		);
	return matches(actual, expected) ? 0 : 1;
}

/** The exchange that has the fewest values that are not as expected; the newest of several. */
export function nearestOf(
	entries: readonly JournalEntry[],
	expected: Readonly<Record<string, unknown>>,
	matches: MatchesPart,
): JournalEntry | undefined {
	let nearest: { entry: JournalEntry; apart: number } | undefined;
	for (const entry of entries) {
		const apart = distance(partsOf(entry), expected, matches);
		if (!nearest || apart < nearest.apart) nearest = { entry, apart };
	}
	return nearest?.entry;
}

/** Of an actual value, what is expected of it. */
export function likeExpected(actual: unknown, expected: unknown): unknown {
	if (!isPlainObject(actual) || !isPlainObject(expected)) return actual;
	return Object.fromEntries(
		Object.keys(expected)
			.filter((name) => Object.hasOwn(actual, name))
			.map((name) => [name, likeExpected(actual[name], expected[name])]),
	);
}
