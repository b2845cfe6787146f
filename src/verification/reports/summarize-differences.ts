import type { Difference, Verification } from "../report.ts";
import { formatCurl } from "./format-curl.ts";

/** A difference of one or several operations, in words. */
export interface DifferenceSummary
	extends Pick<Difference, "where" | "expected" | "actual" | "count"> {
	/** A predicate of the operations, such as "answers 200 instead of 201". */
	readonly title: string;
	readonly operations: readonly string[];
	readonly assumptions: readonly string[];
	/** The descriptions of the checks that found it, if the form of the response is as documented. */
	readonly checks: readonly string[];
	/** A command that shows it. */
	readonly curl: string;
}

const MAX_VALUE = 60;

const shorten = (text: string): string =>
	text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;

/** Returns the last property of a path, and the path for `$`. */
const nameOf = (where: string): string =>
	/\.([^.[]+)(\[\*\])*$/.exec(where)?.[1] ?? where;

function describeDifference(difference: Difference): string {
	const { where, checks } = difference;
	const [expected, actual] = [
		shorten(difference.expected),
		shorten(difference.actual),
	];
	if (where === "status") {
		const [, status, because] =
			/^(\d+), since (.+)$/.exec(difference.expected) ?? [];
		return because
			? `answers ${actual} instead of ${status}, although ${because}`
			: `answers ${actual} instead of ${expected}`;
	}
	if (where.startsWith("header "))
		return `sends the header ${where.slice(7)} with ${actual} instead of ${expected}`;
	const name = nameOf(where);
	const subject = name === "$" ? "the body" : name;
	if (actual === "missing") return `${subject} is missing`;
	if (expected === name) return `${actual} instead of ${name}`;
	const values = `${subject} is ${actual}, not ${expected}`;
	const [check] = checks ?? [];
	if (check === undefined) return values;
	const what = check.slice(check.indexOf(":") + 2);
	const others =
		checks && checks.length > 1 ? ` and ${checks.length - 1} more checks` : "";
	return `${what}${others}: ${values}`;
}

/** What makes the same difference of several operations one: examples differ by operation. */
const keyOf = (difference: Difference, title: string): string =>
	difference.expected.startsWith("a value like ")
		? `${nameOf(difference.where)} ${difference.actual}`
		: title;

/** Returns the differences in words, the same of several operations once, and those of the most responses first. */
export function summarizeDifferences({
	report: { provider, differences },
}: Verification): DifferenceSummary[] {
	const summaries = new Map<string, DifferenceSummary>();
	for (const difference of differences) {
		const { operation, assumptions, count, checks = [] } = difference;
		const title = describeDifference(difference);
		const key = keyOf(difference, title);
		const known = summaries.get(key);
		const { where, expected, actual, example } = difference;
		summaries.set(key, {
			title: known?.title ?? title,
			where: known?.where ?? where,
			expected: known?.expected ?? expected,
			actual: known?.actual ?? actual,
			curl: known?.curl ?? formatCurl(provider, example.request),
			operations: [...new Set([...(known?.operations ?? []), operation])],
			assumptions: [
				...new Set([...(known?.assumptions ?? []), ...assumptions]),
			],
			checks: [...(known?.checks ?? []), ...checks],
			count: (known?.count ?? 0) + count,
		});
	}
	return [...summaries.values()].sort((a, b) => b.count - a.count);
}

/** Returns the operations of a difference, and only their number if there are many. */
export const listOperations = (
	{ operations }: DifferenceSummary,
	max = 3,
): string =>
	operations.length > max
		? `${operations.length} operations`
		: operations.join(", ");
