import { findDecisiveMismatches } from "../../document/judgment/blame.ts";
import { plural } from "../../values/plural.ts";
import {
	isBinding,
	isBindingAssumption,
	isBindingFailure,
	isBindingRefutation,
} from "../binding.ts";
import type { Verification } from "../report.ts";
import {
	type DifferenceSummary,
	listOperations,
	summarizeDifferences,
} from "./summarize-differences.ts";

interface TestCase {
	readonly name: string;
	readonly classname: string;
	/** In milliseconds. */
	readonly durationMs?: number | undefined;
	/** Undefined if the test passed, or if its failure is not binding. */
	readonly problem: "failure" | "error" | "skipped" | undefined;
	/** The kind of problem. */
	readonly type?: string | undefined;
	/** Shown if the test did not pass. */
	readonly message: string;
	readonly detail?: string;
	/** Printed as the output of the test. */
	readonly output?: string | undefined;
}

/** Characters that XML 1.0 does not allow, not even escaped. A provider's response may contain them. */
const FORBIDDEN =
	/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapeText = (text: string): string =>
	text
		.replace(FORBIDDEN, "\ufffd")
		.replace(/[&<>"\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);

type Attributes = Readonly<Record<string, string | number>>;

function formatElement(
	name: string,
	attributes: Attributes,
	content = "",
): string {
	const start = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
		.join("");
	return content === ""
		? `<${name}${start}/>`
		: `<${name}${start}>${content}</${name}>`;
}

function formatCase(test: TestCase): string {
	const { name, classname, problem, type, message, detail = "" } = test;
	const { output, durationMs = 0 } = test;
	const content = [
		problem &&
			formatElement(
				problem,
				{ message, ...(type !== undefined && { type }) },
				escapeText(detail),
			),
		output && formatElement("system-out", {}, escapeText(output)),
	];
	const attributes = { name, classname, time: durationMs / 1000 };
	return `\n    ${formatElement("testcase", attributes, content.join(""))}`;
}

function countCases(cases: readonly TestCase[]): Attributes {
	const count = (problem: TestCase["problem"]): number =>
		cases.filter((each) => each.problem === problem).length;
	return {
		tests: cases.length,
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped"),
	};
}

const SURFACE_PROBLEMS = {
	passed: undefined,
	failed: "failure",
	"not verified": "error",
} as const;

/** Returns the part of the response that has the first mismatch. */
const kindOf = (where = "response"): string =>
	where.startsWith("$") ? "body" : (where.split(" ")[0] ?? where);

const SKIPPED = { problem: "skipped", type: undefined } as const;

const notBinding = (text: string): string =>
	`Failed, but not binding:\n${text}`;

/** Lists one test for each difference, which fails instead of the checks and assumptions that it explains. */
function listDifferences(
	verification: Verification,
	differences: readonly DifferenceSummary[],
): TestCase[] {
	return differences.map((difference) => {
		const { title, where, expected, actual, curl } = difference;
		const { assumptions, explains } = difference;
		const binds =
			assumptions.length > 0
				? assumptions.some((id) => isBindingAssumption(verification, id))
				: verification.report.interactions.some(
						(each) =>
							explains.includes(each.description) &&
							isBindingFailure(verification, each),
					);
		const name = `${listOperations(difference)}: ${title}`;
		const detail = `${where}\n  expected: ${expected}\n  actual:   ${actual}\n${curl}`;
		const test = { name, classname: "differences", message: name };
		return binds
			? { ...test, problem: "failure", type: kindOf(where), detail }
			: { ...test, problem: undefined, output: notBinding(detail) };
	});
}

function listCases(
	verification: Verification,
): Readonly<Record<string, readonly TestCase[]>> {
	const { surface, interactions, assumptions, notReached } =
		verification.report;
	const differences = summarizeDifferences(verification);
	const isExplained = (id: string): boolean =>
		differences.some(({ assumptions }) => assumptions.includes(id));
	return {
		differences: listDifferences(verification, differences),
		surface: surface.map((result) => ({
			name: `${result.method} ${result.path}`,
			classname: `surface.${result.operation}`,
			durationMs: result.durationMs,
			problem: SURFACE_PROBLEMS[result.verdict],
			type: "surface",
			message: `${result.operation} ${result.why}`,
		})),
		interactions: interactions.map((result) => {
			const { description, operation, provenance, passed, durationMs } = result;
			const { mismatches, notVerified, accessDenied } = result;
			const [first] = findDecisiveMismatches(mismatches);
			const causes = differences
				.filter(({ explains }) => explains.includes(description))
				.map((each) => `${listOperations(each)}: ${each.title}`);
			const explanation = `Explained by ${plural(causes.length, "difference")}:\n${causes.join("\n")}`;
			const message =
				causes.length > 0
					? explanation
					: (notVerified ?? `${first?.where}: ${first?.message}`);
			const detail =
				causes.length > 0
					? explanation
					: mismatches
							.map(
								({ where, expected, actual, message }) =>
									`${where}: ${message}\n  expected: ${expected}\n  actual:   ${actual}`,
							)
							.join("\n");
			const binds = isBinding(verification, result);
			const test = {
				name: description,
				classname: `${provenance}.${operation}`,
				durationMs,
				type: notVerified === undefined ? kindOf(first?.where) : "no response",
				message,
			};
			if (passed) return { ...test, problem: undefined };
			if (accessDenied) {
				const reason = notReached.find(
					(each) => each.description === description,
				);
				return {
					...test,
					...SKIPPED,
					message: `not reached: ${reason?.because ?? message}`,
				};
			}
			if (notVerified === undefined && !binds)
				return { ...test, problem: undefined, output: notBinding(detail) };
			if (causes.length > 0) return { ...test, ...SKIPPED };
			const problem = notVerified === undefined ? "failure" : "error";
			return { ...test, problem, detail };
		}),
		assumptions: assumptions.map((result) => {
			const { id, verdict, why } = result;
			const message = `${verdict}: ${why}`;
			const test = { name: id, classname: "assumptions", message };
			if (verdict === "held") return { ...test, problem: undefined };
			if (verdict === "untested") return { ...test, ...SKIPPED };
			if (!isBindingRefutation(verification, result))
				return { ...test, problem: undefined, output: notBinding(message) };
			return isExplained(id)
				? { ...test, ...SKIPPED }
				: { ...test, problem: "failure", type: "refuted" };
		}),
	};
}

/**
 * Returns the report as JUnit XML. Only what is binding fails. A failure that is not binding is in the output of its
 * test. Skipped are checks and assumptions that a failed difference explains, assumptions that were not tested, and
 * checks that the service rejected before it looked at them.
 */
export function formatJunitReport(verification: Verification): string {
	const { provider, startedAt, durationMs } = verification.report;
	const suites = listCases(verification);
	const hostname = new URL(provider).host;
	const content = Object.entries(suites).map(([name, cases]) => {
		const counts = countCases(cases);
		const attributes = { name, ...counts, timestamp: startedAt, hostname };
		const inner = `${cases.map(formatCase).join("")}\n  `;
		return `\n  ${formatElement("testsuite", attributes, inner)}`;
	});
	const root = formatElement(
		"testsuites",
		{
			name: "understudy verify",
			...countCases(Object.values(suites).flat()),
			time: durationMs / 1000,
		},
		`${content.join("")}\n`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
