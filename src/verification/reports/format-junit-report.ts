import { isBinding, isBindingRefutation } from "../binding.ts";
import { findDecisiveMismatches } from "../blame.ts";
import type { Verification } from "../report.ts";

interface TestCase {
	readonly name: string;
	readonly classname: string;
	/** Undefined if the test passed. */
	readonly problem: "failure" | "error" | "skipped" | undefined;
	/** Shown if the test did not pass. */
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

function formatCase(test: TestCase): string {
	const { name, classname, problem, message, detail = "" } = test;
	const content =
		problem && formatElement(problem, { message }, escapeText(detail));
	return `\n    ${formatElement("testcase", { name, classname }, content)}`;
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

function listCases(
	verification: Verification,
): Readonly<Record<string, readonly TestCase[]>> {
	const { surface, interactions, assumptions } = verification.report;
	const problemOf = (binds: boolean) => (binds ? "failure" : "skipped");
	return {
		surface: surface.map(({ operation, method, path, verdict, why }) => ({
			name: `${method} ${path}`,
			classname: `surface.${operation}`,
			problem: SURFACE_PROBLEMS[verdict],
			message: `${operation} ${why}`,
		})),
		interactions: interactions.map((result) => {
			const { description, operation, provenance, passed } = result;
			const { mismatches, notVerified } = result;
			const [first] = findDecisiveMismatches(mismatches);
			const problem =
				notVerified === undefined
					? problemOf(isBinding(verification, result))
					: "error";
			return {
				name: description,
				classname: `${provenance}.${operation}`,
				problem: passed ? undefined : problem,
				message: notVerified ?? `${first?.where}: ${first?.message}`,
				detail: mismatches
					.map(
						({ where, expected, actual, message }) =>
							`${where}: ${message}\n  expected: ${expected}\n  actual:   ${actual}`,
					)
					.join("\n"),
			};
		}),
		assumptions: assumptions.map((result) => ({
			name: result.id,
			classname: "assumptions",
			problem:
				result.verdict === "held"
					? undefined
					: problemOf(isBindingRefutation(verification, result)),
			message: `${result.verdict}: ${result.why}`,
		})),
	};
}

/** Returns the report as JUnit XML. Only binding checks fail. Checks that are not binding or not tested are skipped. */
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
