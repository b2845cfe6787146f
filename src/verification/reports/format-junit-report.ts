import { plural } from "../../values/plural.ts";
import type { SurfaceResult } from "../report.ts";
import type {
	AssumptionSummary,
	CheckSummary,
	VerificationResults,
} from "./results.ts";
import {
	type DifferenceSummary,
	listOperations,
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

const nameOf = (difference: DifferenceSummary): string =>
	`${listOperations(difference)}: ${difference.title}`;

/** Returns a test that fails instead of the checks and assumptions that the difference explains. */
function createDifferenceCase(difference: DifferenceSummary): TestCase {
	const { where, expected, actual, curl, binds } = difference;
	const name = nameOf(difference);
	const detail = `${where}\n  expected: ${expected}\n  actual:   ${actual}\n${curl}`;
	const test = { name, classname: "differences", message: name };
	return binds
		? { ...test, problem: "failure", type: kindOf(where), detail }
		: { ...test, problem: undefined, output: notBinding(detail) };
}

const createSurfaceCase = (result: SurfaceResult): TestCase => ({
	name: `${result.method} ${result.path}`,
	classname: `surface.${result.operation}`,
	durationMs: result.durationMs,
	problem: SURFACE_PROBLEMS[result.verdict],
	type: "surface",
	message: `${result.operation} ${result.why}`,
});

function createCheckCase(
	check: CheckSummary,
	{ notReached }: VerificationResults,
): TestCase {
	const { description, operation, provenance, durationMs, outcome } = check;
	const { mismatches, notVerified, causes, decisive } = check;
	const [first] = decisive;
	const explanation =
		causes.length > 0
			? `Explained by ${plural(causes.length, "difference")}:\n${causes.map(nameOf).join("\n")}`
			: undefined;
	const message =
		explanation ?? notVerified ?? `${first?.where}: ${first?.message}`;
	const detail =
		explanation ??
		mismatches
			.map(
				({ where, expected, actual, message }) =>
					`${where}: ${message}\n  expected: ${expected}\n  actual:   ${actual}`,
			)
			.join("\n");
	const test = {
		name: description,
		classname: `${provenance}.${operation}`,
		durationMs,
		type: notVerified === undefined ? kindOf(first?.where) : "no response",
		message,
	};
	switch (outcome) {
		case "passed":
			return { ...test, problem: undefined };
		case "not reached": {
			const reason = notReached.find(({ descriptions }) =>
				descriptions.includes(description),
			);
			const text = `not reached: ${reason?.because ?? message}`;
			return { ...test, ...SKIPPED, message: text };
		}
		case "not binding":
			return { ...test, problem: undefined, output: notBinding(detail) };
		case "explained":
			return { ...test, ...SKIPPED };
		case "failed":
			return { ...test, problem: "failure", detail };
		case "not verified":
			return { ...test, problem: "error", detail };
	}
}

function createAssumptionCase(assumption: AssumptionSummary): TestCase {
	const { id, verdict, why, binds, explainedBy } = assumption;
	const message = `${verdict}: ${why}`;
	const test = { name: id, classname: "assumptions", message };
	if (verdict === "held") return { ...test, problem: undefined };
	if (verdict === "untested") return { ...test, ...SKIPPED };
	if (!binds)
		return { ...test, problem: undefined, output: notBinding(message) };
	return explainedBy === "difference"
		? { ...test, ...SKIPPED }
		: { ...test, problem: "failure", type: "refuted" };
}

/**
 * Returns the report as JUnit XML. Only what is binding fails. A failure that is not binding is in the output of its
 * test. Skipped are checks and assumptions that a failed difference explains, assumptions that were not tested, and
 * checks that the service rejected before it looked at them.
 */
export function formatJunitReport(results: VerificationResults): string {
	const { provider, startedAt, durationMs } = results.report;
	const suites = {
		differences: results.differences.map(createDifferenceCase),
		surface: results.report.surface.map(createSurfaceCase),
		interactions: results.checks.map((each) => createCheckCase(each, results)),
		assumptions: results.assumptions.map(createAssumptionCase),
	};
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
