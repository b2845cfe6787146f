import { plural } from "../../values/plural.ts";
import type { Mismatch } from "../contract.ts";
import type { CheckSummary, VerificationResults } from "./results.ts";

/** The element in a test, by the outcome of what was checked. */
const ELEMENTS = {
	passed: undefined,
	held: undefined,
	failed: "failure",
	"not verified": "error",
	"not binding": "system-out",
	explained: "skipped",
	"not reached": "skipped",
	untested: "skipped",
} as const;

interface TestCase {
	readonly name: string;
	readonly classname: string;
	/** In milliseconds. */
	readonly durationMs?: number | undefined;
	readonly outcome: keyof typeof ELEMENTS;
	/** The kind of failure. */
	readonly type: string;
	readonly message: string;
	readonly detail?: string;
}

/** Characters that XML 1.0 does not allow, not even escaped. A provider's response may contain them. */
const FORBIDDEN =
	/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapeText = (text: string): string =>
	text
		.replace(FORBIDDEN, "\ufffd")
		.replace(/[&<>"\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);

type Attributes = Readonly<Record<string, string | number>>;

function formatElement(name: string, attributes: Attributes, content = "") {
	const start = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
		.join("");
	return content === ""
		? `<${name}${start}/>`
		: `<${name}${start}>${content}</${name}>`;
}

/**
 * Formats a test. A skipped test contains only a message. If a failure is not binding, it is in the output of the
 * test.
 */
function formatCase(test: TestCase): string {
	const { name, classname, durationMs = 0, message, type, detail } = test;
	const output = `Failed, but not binding:\n${detail ?? message}`;
	const contents = {
		failure: [{ message, type }, detail],
		error: [{ message, type }, detail],
		skipped: [{ message }],
		"system-out": [{}, output],
	} as const;
	const element = ELEMENTS[test.outcome];
	const [attributes = {}, text = ""] = element ? contents[element] : [];
	return `\n    ${formatElement(
		"testcase",
		{ name, classname, time: durationMs / 1000 },
		element && formatElement(element, attributes, escapeText(text)),
	)}`;
}

function countCases(cases: readonly TestCase[]): Attributes {
	const count = (element: string): number =>
		cases.filter(({ outcome }) => ELEMENTS[outcome] === element).length;
	return {
		tests: cases.length,
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped"),
	};
}

/** Returns the part of the response with the first mismatch. */
const kindOf = (where = "response"): string =>
	where.startsWith("$") ? "body" : (where.split(" ")[0] ?? where);

const formatValues = (
	title: string,
	{ expected, actual }: Pick<Mismatch, "expected" | "actual">,
): string => `${title}\n  expected: ${expected}\n  actual:   ${actual}`;

function createCheckCase(
	check: CheckSummary,
	{ report }: VerificationResults,
): TestCase {
	const { description, durationMs, outcome, notVerified, causes } = check;
	const [first] = check.decisive;
	const explanation =
		causes.length > 0
			? `Explained by ${plural(causes.length, "difference")}:\n${causes.map(({ name }) => name).join("\n")}`
			: undefined;
	const message =
		explanation ?? notVerified ?? `${first?.where}: ${first?.message}`;
	const reason = report.notReached.find(
		(each) => each.description === description,
	);
	const details = check.mismatches.map((each) =>
		formatValues(`${each.where}: ${each.message}`, each),
	);
	return {
		name: description,
		classname: `${check.provenance}.${check.operation}`,
		...{ durationMs, outcome },
		type: notVerified === undefined ? kindOf(first?.where) : "no response",
		message:
			outcome === "not reached"
				? `not reached: ${reason?.because ?? message}`
				: message,
		detail: explanation ?? details.join("\n"),
	};
}

/** Creates the test suites. A difference fails instead of the checks and assumptions that it explains. */
const createSuites = (
	results: VerificationResults,
): Readonly<Record<string, readonly TestCase[]>> => ({
	differences: results.differences.map((difference) => ({
		name: difference.name,
		classname: "differences",
		outcome: difference.binds ? "failed" : "not binding",
		type: kindOf(difference.where),
		message: difference.name,
		detail: `${formatValues(difference.where, difference)}\n${difference.curl}`,
	})),
	surface: results.report.surface.map((result) => ({
		name: `${result.method} ${result.path}`,
		classname: `surface.${result.operation}`,
		durationMs: result.durationMs,
		outcome: result.verdict,
		type: "surface",
		message: `${result.operation} ${result.why}`,
	})),
	interactions: results.checks.map((each) => createCheckCase(each, results)),
	assumptions: results.assumptions.map(
		({ id, verdict, reason, binds, explainedBy }) => {
			const refuted = explainedBy === "difference" ? "explained" : "failed";
			const failed = binds ? refuted : "not binding";
			return {
				name: id,
				classname: "assumptions",
				outcome: verdict === "refuted" ? failed : verdict,
				type: "refuted",
				message: `${verdict}: ${reason}`,
			};
		},
	),
});

/**
 * Returns the report as JUnit XML. Only binding failures fail a test. Other failures are in the output of their
 * tests. These tests are skipped: checks and assumptions that a failed difference explains, untested assumptions, and
 * checks that the service rejected before it read them.
 */
export function formatJunitReport(results: VerificationResults): string {
	const { provider, startedAt, durationMs } = results.report;
	const suites = createSuites(results);
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
