import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import { isBindingAssumption, isBindingFailure } from "../binding.ts";
import { SUCH_AS } from "../differences/difference-collection.ts";
import type { Difference, Verification } from "../report.ts";
import { formatExampleCommand, formatResponse } from "./format-example.ts";

/** A difference of one or several operations, in words. */
export interface DifferenceSummary
	extends Pick<Difference, "where" | "expected" | "actual" | "count"> {
	/** A predicate of the operations, such as "responds with 200 instead of 201", or a sentence about the response. */
	readonly title: string;
	/** The operations, and the title. */
	readonly name: string;
	readonly operations: readonly string[];
	readonly assumptions: readonly string[];
	/** The descriptions of the checks that found it, if the form of the response is as documented. */
	readonly checks: readonly string[];
	/** The descriptions of the failed checks that it explains. */
	readonly explains: readonly string[];
	/** A command that shows it. */
	readonly curl: string;
	/** The response to the command. */
	readonly response: string;
	/** Whether it fails the build. */
	readonly binds: boolean;
}

const MAX_VALUE = 60;
/** For operations that document values of other forms. */
const NOT_DOCUMENTED = ", not of the documented form";

function shorten(text: string): string {
	// Half of a surrogate pair is no character.
	const characters = [...text];
	return characters.length > MAX_VALUE
		? `${characters.slice(0, MAX_VALUE - 1).join("")}…`
		: text;
}

/** Returns the last property of a path, and the path for `$`. */
const nameOf = (where: string): string =>
	/\.([^.[]+)(\[\*\])*$/.exec(where)?.[1] ?? where;

/** Returns "although …" with the reason why the request should be rejected. */
const formatReason = (because: string): string =>
	`although ${because.replace(/must NOT be valid$/, "is not allowed").replace("must NOT", "must not")}`;

function describeStatus({ expected, actual, example }: Difference): string {
	const [status = expected, because] = expected.split(", since ");
	const [found, rejected] = actual.split(", which rejects ");
	const input =
		rejected === undefined
			? ""
			: `, and rejects ${rejected.replace(SUCH_AS, " ")}`;
	const title = `responds with ${found} instead of ${status}${input}`;
	if (because !== undefined) return `${title}, ${formatReason(because)}`;
	const { method } = example.request;
	return method === "HEAD" ? `${title} to HEAD` : title;
}

/** Returns the path without the parts that every path of the operation has. */
const shortenPath = (where: string): string =>
	where.replace(/^\$\.(items\[\*\]\.)?/, "");

function describeBody(
	{ where, expected, actual }: Difference,
	name: string,
): string {
	if (actual.startsWith("ignores ")) return actual;
	const subject = name === "$" ? "the body" : name;
	const [wanted, found] = [shorten(expected), shorten(actual)];
	if (/^\d+ items?( \(|$)/.test(actual))
		return `returns ${actual} instead of ${expected}`;
	if (where === "$" && expected.startsWith("# "))
		return `has \`${actual}\` instead of \`${expected}\``;
	const [, labels] = / has the labels (.+)$/.exec(expected) ?? [];
	if (where === "$" && labels !== undefined)
		return `${actual} instead of ${labels}`;
	if (actual === "missing") return `${name === "$" ? wanted : name} is missing`;
	if (/^(wrapped in|flattened into) /.test(actual))
		return `${subject} is ${actual}`;
	if (expected === nameOf(where))
		return actual.includes(".")
			? `${name} is at ${actual}`
			: `${name} is named ${actual}`;
	return actual === "[]" && !expected.startsWith("{")
		? `${subject} is empty, not ${wanted}`
		: `${subject} is ${found}, not ${wanted}`;
}

/** Describes how a service takes a request. */
function describeRequest({ where, expected, actual }: Difference): string {
	const name = where.replace(/^request \$\.?/, "");
	if (name === "") return `takes the request body ${actual}`;
	const [what, example] = actual.split(SUCH_AS);
	const such = example === undefined ? "" : `, such as ${shorten(example)}`;
	if (what === "required") return `requires ${name} in the request${such}`;
	if (what === "rejected") return `rejects ${name} in the request`;
	return example === undefined
		? `takes ${expected} in the request as ${actual}`
		: `takes only some texts as ${name} in the request${such}`;
}

/** @param name the name of the property */
function describeDifference(difference: Difference, name: string): string {
	const { where, expected, actual, checks = [] } = difference;
	if (where === "status") return describeStatus(difference);
	if (where.startsWith("header "))
		return actual === "missing"
			? `sends no header ${where.slice(7)}`
			: `sends the header ${where.slice(7)} with ${shorten(actual)} instead of ${shorten(expected)}`;
	if (where.startsWith("request ")) return describeRequest(difference);
	const values = describeBody(difference, name);
	const [check] = checks;
	if (check === undefined) return values;
	const others =
		checks.length > 1 ? ` and ${plural(checks.length - 1, "more check")}` : "";
	return `${check.slice(check.indexOf(":") + 2)}${others}: ${values}`;
}

/** Names a request if the operation does not tell which requests are meant. */
function nameRequest({ where, expected, example }: Difference): string {
	const { request, response } = example;
	const isError = where === "status" ? Number(expected) >= 400 : false;
	const isHeader = where.startsWith("header ") && response.status >= 400;
	return isError || isHeader
		? `, for example to ${request.method} ${shorten(request.path)}`
		: "";
}

/** What makes the same difference of several operations one: examples differ by operation. */
const keyOf = (difference: Difference): string => {
	const name = nameOf(difference.where);
	const words = difference.expected.startsWith("a value like ")
		? `${name} ${difference.actual.split(SUCH_AS)[0]}`
		: describeDifference(difference, name);
	// A problem has properties of its own, which may have the same names.
	return `${difference.example.response.status >= 400} ${words}`;
};

type Joined = Omit<DifferenceSummary, "name" | "binds">;

/** Returns one summary for the same difference of several operations. */
function joinOperations(
	provider: string,
	differences: readonly [Difference, ...Difference[]],
): Joined {
	const [first] = differences;
	const { where, actual, example } = first;
	let title =
		describeDifference(first, shortenPath(where)) + nameRequest(first);
	let { expected } = first;
	for (const each of differences) {
		if (expected.includes(each.expected)) continue;
		expected += `; ${each.operation}: ${each.expected}`;
		title = title.replace(/, not a value like .*/, NOT_DOCUMENTED);
	}
	return {
		...{ title, where, expected, actual },
		curl: formatExampleCommand(provider, example.request),
		response: formatResponse(example.response),
		operations: [...new Set(differences.map((each) => each.operation))],
		assumptions: [...new Set(differences.flatMap((each) => each.assumptions))],
		checks: differences.flatMap(({ checks = [] }) => checks),
		explains: differences.flatMap(({ explains }) => explains),
		count: differences.reduce((sum, { count }) => sum + count, 0),
	};
}

/** What the properties have in common that are missing in the same responses. */
function keyOfMissing(summary: Joined, index: number): string {
	const { where, actual, checks, operations, assumptions, count } = summary;
	const isMissing = actual === "missing" && where.startsWith("$.");
	return JSON.stringify(
		isMissing && checks.length === 0
			? [operations, assumptions, count]
			: [index],
	);
}

/** Returns one summary for the properties that are missing in the same responses. */
const joinMissing = ([first, ...others]: readonly [
	Joined,
	...Joined[],
]): Joined => ({
	...first,
	title: others.reduce(
		(title, other) =>
			`${title.replace(/ (is|are) missing$/, "")}, ${other.title.replace(/ is missing$/, " are missing")}`,
		first.title,
	),
	expected: [first, ...others].map(({ expected }) => expected).join(", "),
	explains: [first, ...others].flatMap(({ explains }) => explains),
});

/** Whether the difference fails the build: by an assumption that it refutes, or else by a check that it explains. */
const isBindingDifference = (
	verification: Verification,
	{ assumptions, explains }: Joined,
): boolean =>
	assumptions.length > 0
		? assumptions.some((id) => isBindingAssumption(verification, id))
		: verification.report.interactions.some(
				(each) =>
					explains.includes(each.description) &&
					isBindingFailure(verification, each),
			);

/**
 * Returns the differences in words, the same of several operations once: the binding ones first, and of these and the
 * others those of the most responses first.
 */
export function summarizeDifferences(
	verification: Verification,
): DifferenceSummary[] {
	const { provider, differences } = verification.report;
	const summaries = groupBy(differences, keyOf).map((group) =>
		joinOperations(provider, group),
	);
	return groupBy(summaries, (each) =>
		keyOfMissing(each, summaries.indexOf(each)),
	)
		.map(joinMissing)
		.map((each) => ({
			...each,
			name: `${listOperations(each)}: ${each.title}`,
			binds: isBindingDifference(verification, each),
		}))
		.sort((a, b) => Number(b.binds) - Number(a.binds) || b.count - a.count);
}

/** Returns the operations of a difference, and only their number if there are many. */
export const listOperations = ({ operations }: Joined, max = 3): string =>
	operations.length > max
		? `${operations.length} operations`
		: operations.join(", ");
