import { plural } from "../../values/plural.ts";
import type { SurfaceResult } from "../report.ts";
import type {
	AssumptionSummary,
	CheckSummary,
	VerificationResults,
} from "./results.ts";
import type { DifferenceSummary } from "./summarize-differences.ts";

interface TestCase {
	readonly name: string;
	readonly classname: string;
	/** In milliseconds. */
	readonly durationMs?: number | undefined;
	readonly outcome: "passed" | "failure" | "error" | "skipped" | "not binding";
	/** The kind of failure. */
	readonly type?: string;
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

/** A skipped test has only a message. The output of a test has its failure if it is not binding. */
function formatOutcome(test: TestCase): string {
	const { outcome, type = "", message, detail } = test;
	if (outcome === "passed") return "";
	if (outcome === "skipped") return formatElement(outcome, { message });
	if (outcome !== "not binding")
		return formatElement(outcome, { message, type }, escapeText(detail ?? ""));
	const output = `Failed, but not binding:\n${detail ?? message}`;
	return formatElement("system-out", {}, escapeText(output));
}

function formatCase(test: TestCase): string {
	const { name, classname, durationMs = 0 } = test;
	const attributes = { name, classname, time: durationMs / 1000 };
	return `\n    ${formatElement("testcase", attributes, formatOutcome(test))}`;
}

function countCases(cases: readonly TestCase[]): Attributes {
	const count = (outcome: TestCase["outcome"]): number =>
		cases.filter((each) => each.outcome === outcome).length;
	return {
		tests: cases.length,
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped"),
	};
}

/** Returns the part of the response that has the first mismatch. */
const kindOf = (where = "response"): string =>
	where.startsWith("$") ? "body" : (where.split(" ")[0] ?? where);

const formatValues = (title: string, { expected, actual }: Values): string =>
	`${title}\n  expected: ${expected}\n  actual:   ${actual}`;

type Values = Readonly<Record<"expected" | "actual", string>>;

/** Returns a test that fails instead of the checks and assumptions that the difference explains. */
const createDifferenceCase = (difference: DifferenceSummary): TestCase => ({
	name: difference.name,
	classname: "differences",
	outcome: difference.binds ? "failure" : "not binding",
	type: kindOf(difference.where),
	message: difference.name,
	detail: `${formatValues(difference.where, difference)}\n${difference.curl}`,
});

const SURFACE_OUTCOMES = {
	passed: "passed",
	failed: "failure",
	"not verified": "error",
} as const;

const createSurfaceCase = (result: SurfaceResult): TestCase => ({
	name: `${result.method} ${result.path}`,
	classname: `surface.${result.operation}`,
	durationMs: result.durationMs,
	outcome: SURFACE_OUTCOMES[result.verdict],
	type: "surface",
	message: `${result.operation} ${result.why}`,
});

const CHECK_OUTCOMES = {
	passed: "passed",
	"not reached": "skipped",
	"not binding": "not binding",
	explained: "skipped",
	failed: "failure",
	"not verified": "error",
} as const;

function createCheckCase(
	check: CheckSummary,
	{ notReached }: VerificationResults,
): TestCase {
	const { description, durationMs, outcome, notVerified, causes } = check;
	const [first] = check.decisive;
	const explanation =
		causes.length > 0
			? `Explained by ${plural(causes.length, "difference")}:\n${causes.map(({ name }) => name).join("\n")}`
			: undefined;
	const message =
		explanation ?? notVerified ?? `${first?.where}: ${first?.message}`;
	const reason = notReached.find(({ descriptions }) =>
		descriptions.includes(description),
	);
	const details = check.mismatches.map((each) =>
		formatValues(`${each.where}: ${each.message}`, each),
	);
	return {
		name: description,
		classname: `${check.provenance}.${check.operation}`,
		durationMs,
		outcome: CHECK_OUTCOMES[outcome],
		type: notVerified === undefined ? kindOf(first?.where) : "no response",
		message:
			outcome === "not reached"
				? `not reached: ${reason?.because ?? message}`
				: message,
		detail: explanation ?? details.join("\n"),
	};
}

function findOutcome(assumption: AssumptionSummary): TestCase["outcome"] {
	const { verdict, binds, explainedBy } = assumption;
	if (verdict === "held") return "passed";
	if (verdict === "untested") return "skipped";
	if (!binds) return "not binding";
	return explainedBy === "difference" ? "skipped" : "failure";
}

const createAssumptionCase = (assumption: AssumptionSummary): TestCase => ({
	name: assumption.id,
	classname: "assumptions",
	outcome: findOutcome(assumption),
	type: "refuted",
	message: `${assumption.verdict}: ${assumption.why}`,
});

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
