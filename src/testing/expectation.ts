import type {
	OperationNameOf,
	OperationOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { JournalEntry, Violation } from "../journal/entry.ts";
import {
	filterEntries,
	isPlainObject,
	lowerNames,
	mapValues,
} from "../values/json.ts";
import { REDACTED } from "../values/redact.ts";
import { matchesPart } from "./matches-part.ts";
import { type Part, requireKnown } from "./service-types.ts";

/** The expected parts of an exchange. Compared like `toMatchObject`; values may be asymmetric matchers. */
export interface Expectation {
	readonly query?: unknown;
	readonly body?: unknown;
	/** Header values by name. The journal hides the values of credentials, so expect the whole value. */
	readonly headers?: Readonly<Record<string, unknown>> | undefined;
	/** The response status. */
	readonly status?: number | undefined;
	/**
	 * The violations of the OpenAPI document in an exchange that was forwarded, or in your own response: whether there are
	 * any, how many, or a list like `[{ where: "$.items" }]`.
	 */
	readonly violations?:
		| boolean
		| number
		| readonly Partial<Violation>[]
		| undefined;
}

/** The expected parts of an exchange with a known operation. */
export interface ExpectationOf<
	Types extends ServiceTypes,
	Id extends OperationNameOf<Types>,
> extends Expectation {
	/** The exact number of exchanges. Defaults to at least one. */
	readonly times?: number;
	readonly query?: Part<OperationOf<Types, Id>["query"]>;
	readonly body?: Part<OperationOf<Types, Id>["body"]>;
}

/** The arguments of `toHaveReceived`: an operation, and what to expect of it. */
export type ReceivedArgs<Types extends ServiceTypes> = {
	[Id in OperationNameOf<Types>]: [
		operation: Id,
		expectation?: ExpectationOf<Types, Id>,
	];
}[OperationNameOf<Types>];

/** The parts of an exchange in an expectation. */
export type Parts = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 200;
/** The number of characters that are kept before the first difference. */
const CONTEXT = 40;

const PROPERTIES = [
	"query",
	"body",
	"headers",
	"status",
	"violations",
	"times",
];

/** Converts numbers and booleans to text, because query parameters are text. */
function toQueryValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toQueryValue);
	return ["number", "boolean"].includes(typeof value) ? String(value) : value;
}

/** Returns the expected parts in the form of the journal. */
export function readExpectation(expectation: Expectation): Parts {
	requireKnown("expectation property", Object.keys(expectation), PROPERTIES);
	const { query, body, headers, status, violations } = expectation;
	const parts = {
		query: isPlainObject(query) ? mapValues(query, toQueryValue) : query,
		body,
		headers: isPlainObject(headers) ? lowerNames(headers) : headers,
		status,
		violations,
	};
	return filterEntries(parts, (_, value) => value !== undefined);
}

/** A recorded exchange, and its parts in the form of an expectation. */
export interface Candidate {
	readonly entry: JournalEntry;
	readonly parts: Parts;
}

/**
 * Returns the violations in the expected form, or the reason why the response was not checked. An unchecked response
 * does not count as conforming.
 */
function readViolations(
	{ unchecked, violations: found = [] }: JournalEntry,
	form: string,
): unknown {
	if (found.length === 0 && unchecked !== undefined) return unchecked;
	if (form === "boolean") return found.length > 0;
	return form === "number" ? found.length : found;
}

/** @param expected the expected parts, which determine the form of `violations` */
export function readCandidate(entry: JournalEntry, expected: Parts): Candidate {
	const { query, status, request } = entry;
	const { body, headers } = request;
	const violations = readViolations(entry, typeof expected.violations);
	return { entry, parts: { query, body, headers, status, violations } };
}

/** Counts the values that differ from the expected ones. */
function countDifferences(actual: unknown, expected: unknown): number {
	if (isPlainObject(actual) && isPlainObject(expected))
		return Object.entries(expected).reduce(
			(sum, [name, value]) => sum + countDifferences(actual[name], value),
			0,
		);
	return matchesPart(actual, expected) ? 0 : 1;
}

/** Returns the exchange with the fewest differences, or the first of several. */
export function findNearest(
	candidates: readonly Candidate[],
	expected: Parts,
): Candidate | undefined {
	const count = ({ parts }: Candidate): number =>
		countDifferences(parts, expected);
	return candidates.toSorted((a, b) => count(a) - count(b))[0];
}

/** Returns the properties of the actual value that the expected value has too. */
export function pickExpected(actual: unknown, expected: unknown): unknown {
	if (!isPlainObject(actual) || !isPlainObject(expected)) return actual;
	return Object.fromEntries(
		Object.keys(expected)
			.filter((name) => Object.hasOwn(actual, name))
			.map((name) => [name, pickExpected(actual[name], expected[name])]),
	);
}

/** Returns the headers and query parameters that differ because the journal hides their values. */
export const findHidden = (
	candidates: readonly Candidate[],
	expected: Parts,
): string[] =>
	["headers", "query"].flatMap((part) => {
		const wanted = expected[part];
		if (!isPlainObject(wanted)) return [];
		return Object.keys(wanted).filter((name) =>
			candidates.some(({ parts }) => {
				const actual = parts[part];
				const value = isPlainObject(actual) ? actual[name] : undefined;
				return (
					`${value}`.includes(REDACTED) && !matchesPart(value, wanted[name])
				);
			}),
		);
	});

function truncate(text: string, other: unknown): string {
	if (text.length <= MAX_TEXT_LENGTH) return text;
	let start = 0;
	if (typeof other === "string") {
		while (start < text.length && text[start] === other[start]) start += 1;
		start = Math.max(0, start - CONTEXT);
	}
	const end = start + MAX_TEXT_LENGTH;
	return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""} (${text.length} characters)`;
}

/**
 * Returns the value with long texts truncated, so that a diff shows where they differ.
 * @param other the value to compare with. If omitted, the start of each text is kept.
 */
export function truncateDiff(value: unknown, other?: unknown): unknown {
	if (typeof value === "string") return truncate(value, other);
	if (Array.isArray(value))
		return value.map((item, index) =>
			truncateDiff(item, Array.isArray(other) ? other[index] : undefined),
		);
	const others = isPlainObject(other) ? other : {};
	return isPlainObject(value)
		? mapValues(value, (each, name) => truncateDiff(each, others[name]))
		: value;
}
