import { formatCurl } from "../../values/curl.ts";
import { groupBy } from "../../values/group-by.ts";
import { formatList, plural } from "../../values/plural.ts";
import { shorten } from "../../values/shorten.ts";
import { isBindingAssumption, isBindingFailure } from "../binding.ts";
import type {
	Difference,
	DifferenceExample,
	Verification,
	VerificationReport,
} from "../report.ts";
import {
	describeDifference,
	isAboutErrors,
	keyOfDifference,
	shortenPath,
} from "./describe-difference.ts";
import { isAboutRequest } from "./describe-request.ts";
import { isAcceptance, isRejection } from "./describe-status.ts";

/** Returns the text of a body, or the empty string if there is none. */
function readText(body: unknown): string {
	if (body === null) return "";
	return typeof body === "string" ? body : JSON.stringify(body);
}

/** Returns a shell command that sends the request of an example. */
export function formatExampleCommand(
	provider: string,
	{ method, path, headers, body, bodyCommand }: DifferenceExample["request"],
): string {
	// curl sends these itself.
	const sent = Object.entries(headers).filter(
		([name, value]) =>
			!/^(content-length|user-agent)$/i.test(name) &&
			!(name.toLowerCase() === "accept" && value === "*/*"),
	);
	return formatCurl({
		method,
		url: `${provider}${path}`,
		headers: Object.fromEntries(sent),
		body: readText(body) || undefined,
		bodyCommand,
	});
}

const MAX_RESPONSE = 600;

/** Returns the status, the content type and the beginning of the body. */
function formatResponse(response: DifferenceExample["response"]): string {
	const { status, headers, body } = response;
	const text = readText(body);
	const shown = shorten(text, MAX_RESPONSE);
	const lines = ["content-type", "allow"].flatMap((name) =>
		headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
	);
	return [
		`HTTP ${status}`,
		...lines,
		...(shown === "" ? [] : ["", shown]),
	].join("\n");
}

/** A difference of one or several operations, in words. */
export interface DifferenceSummary
	extends Pick<Difference, "where" | "expected" | "actual" | "count"> {
	/** A predicate of the operations, such as "responds with 200 instead of 201", or a sentence about the response. */
	readonly title: string;
	/** The operations, and the title. */
	readonly name: string;
	readonly operations: readonly string[];
	/** The topic, for kinds of differences that often have a common cause. */
	readonly topic: "errors" | "request" | "rejection" | "acceptance" | undefined;
	readonly assumptions: readonly string[];
	/**
	 * The descriptions of the checks that found the difference. Present if the form of the response is as documented.
	 */
	readonly checks: readonly string[];
	/** The descriptions of the failed checks that the difference explains. */
	readonly explains: readonly string[];
	/** A command that shows the difference. */
	readonly curl: string;
	/** The response to the command. */
	readonly response: string;
	/** Whether the difference fails the build. */
	readonly binds: boolean;
}

type Joined = Omit<DifferenceSummary, "name" | "binds">;

function findTopic(difference: Difference): Joined["topic"] {
	if (isAboutErrors(difference)) return "errors";
	if (isAboutRequest(difference)) return "request";
	if (isRejection(difference)) return "rejection";
	return isAcceptance(difference) ? "acceptance" : undefined;
}

/** Joins equal differences of several operations. */
function joinOperations(
	provider: string,
	differences: readonly [Difference, ...Difference[]],
): Joined {
	const [first, ...others] = differences;
	const { where, actual, example } = first;
	let { expected } = first;
	for (const each of differences)
		if (!expected.includes(each.expected))
			expected += `; ${each.operation}: ${each.expected}`;
	return {
		title: describeDifference(first, others),
		topic: findTopic(first),
		...{ where, expected, actual },
		curl: formatExampleCommand(provider, example.request),
		response: formatResponse(example.response),
		operations: [...new Set(differences.map((each) => each.operation))],
		assumptions: [...new Set(differences.flatMap((each) => each.assumptions))],
		checks: differences.flatMap(({ checks = [] }) => checks),
		explains: [...new Set(differences.flatMap(({ explains }) => explains))],
		count: differences.reduce((sum, { count }) => sum + count, 0),
	};
}

/** Returns a key that is equal for properties missing in the same responses. */
function keyOfMissing(summary: Joined, index: number): string {
	const { where, actual, checks, operations, assumptions, count } = summary;
	const isMissing = actual === "missing" && where.startsWith("$.");
	return JSON.stringify(
		isMissing && checks.length === 0
			? [operations, assumptions, count, summary.topic]
			: [index],
	);
}

/** Joins properties that are missing in the same responses. */
function joinMissing(all: readonly [Joined, ...Joined[]]): Joined {
	const [first, ...others] = all;
	if (others.length === 0) return first;
	const names = formatList(all.map(({ where }) => shortenPath(where)));
	return {
		...first,
		title: `${first.topic === "errors" ? "in errors, " : ""}${names} are missing`,
		expected: all.map(({ expected }) => expected).join(", "),
		explains: [...new Set(all.flatMap(({ explains }) => explains))],
	};
}

/** Whether the difference fails the build, because of a refuted assumption or an explained check. */
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
 * Returns the differences in words. Equal differences of several operations are joined. Binding differences come
 * first. Otherwise, differences in more responses come first.
 */
export function summarizeDifferences(
	verification: Verification,
): DifferenceSummary[] {
	const { provider, differences } = verification.report;
	const summaries = groupBy(differences, keyOfDifference).map((group) =>
		joinOperations(provider, group),
	);
	return groupBy(summaries, (each) =>
		keyOfMissing(each, summaries.indexOf(each)),
	)
		.map(joinMissing)
		.map((each) => ({
			...each,
			name: `${listOperations(each.operations)}: ${each.title}`,
			binds: isBindingDifference(verification, each),
		}))
		.sort((a, b) => Number(b.binds) - Number(a.binds) || b.count - a.count);
}

const MAX_OPERATIONS = 3;

/** Returns the operations, or only their number if there are many. */
export const listOperations = (operations: readonly string[]): string =>
	operations.length > MAX_OPERATIONS
		? `${operations.length} operations`
		: operations.join(", ");

/** Returns a sentence about the requests for learning accepted forms; undefined if there were none. */
export function describeLearning({
	learning = [],
}: VerificationReport): string | undefined {
	if (learning.length === 0) return undefined;
	const count = learning.reduce((sum, { requests }) => sum + requests, 0);
	const name = (isLearnt: boolean): string =>
		learning
			.flatMap((each) => (each.isLearnt === isLearnt ? each.operation : []))
			.join(", ");
	const [learnt, others] = [name(true), name(false)];
	return [
		`Sent ${plural(count, "more request")} to learn the accepted form of rejected requests`,
		...(learnt ? [`learnt for ${learnt}`] : []),
		...(others
			? [
					`in vain for ${others}: pass --examples with requests that the service accepts`,
				]
			: []),
	].join("; ");
}
