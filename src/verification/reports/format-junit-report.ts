import { bindsAssumption, isBinding } from "../binding.ts";
import { findDecisiveMismatches } from "../blame.ts";
import type { Verification } from "../report.ts";

/** How a test went: passed where nothing is said. */
interface Outcome {
	readonly kind: "failure" | "error" | "skipped";
	readonly message: string;
	readonly detail?: string;
}

interface TestCase {
	readonly name: string;
	readonly group: string;
	readonly outcome?: Outcome | undefined;
}

interface Suite {
	readonly name: string;
	readonly cases: readonly TestCase[];
}

/** XML 1.0 has no place for these, not even escaped, and what a provider answers may have them. */
const FORBIDDEN =
	/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string): string =>
	text
		.replace(FORBIDDEN, "\ufffd")
		.replace(/[&<>"\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);

type Attributes = Readonly<Record<string, string | number>>;

function element(
	name: string,
	attributes: Attributes,
	children: readonly string[] = [],
): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
		.join("");
	return children.length === 0
		? `<${name}${written}/>`
		: `<${name}${written}>${children.join("")}</${name}>`;
}

function caseElement({ name, group, outcome }: TestCase): string {
	const told = outcome && [
		element(
			outcome.kind,
			{ message: outcome.message },
			outcome.detail === undefined ? [] : [escaped(outcome.detail)],
		),
	];
	return `\n    ${element("testcase", { name, classname: group }, told)}`;
}

function counts(cases: readonly TestCase[]): Attributes {
	const count = (kind: Outcome["kind"]): number =>
		cases.filter(({ outcome }) => outcome?.kind === kind).length;
	return {
		tests: cases.length,
		failures: count("failure"),
		errors: count("error"),
		skipped: count("skipped"),
	};
}

function surfaceCases({ report }: Verification): TestCase[] {
	return report.surface.map(({ operation, method, path, verdict, why }) => ({
		name: `${method} ${path}`,
		group: `surface.${operation}`,
		...(verdict !== "passed" && {
			outcome: {
				kind: verdict === "failed" ? "failure" : "error",
				message: `${operation} ${why}`,
			},
		}),
	}));
}

function interactionCases(verification: Verification): TestCase[] {
	return verification.report.interactions.map((result) => {
		const { description, operation, provenance, passed } = result;
		const { mismatches, notVerified } = result;
		const found = { name: description, group: `${provenance}.${operation}` };
		if (passed) return found;
		if (notVerified !== undefined)
			return { ...found, outcome: { kind: "error", message: notVerified } };
		const told = mismatches.map(
			({ where, expected, actual, message }) =>
				`${where}: ${message}\n  expected: ${expected}\n  actual:   ${actual}`,
		);
		const [first] = findDecisiveMismatches(mismatches);
		const outcome: Outcome = {
			kind: isBinding(verification, result) ? "failure" : "skipped",
			message: first ? `${first.where}: ${first.message}` : "failed",
			detail: told.join("\n"),
		};
		return { ...found, outcome };
	});
}

function assumptionCases(verification: Verification): TestCase[] {
	return verification.report.assumptions.map((assumption) => {
		const { id, verdict, why } = assumption;
		const found = { name: id, group: "assumptions" };
		if (verdict === "held") return found;
		const isFailure =
			verdict === "refuted" && bindsAssumption(verification, assumption);
		const kind = isFailure ? "failure" : "skipped";
		return { ...found, outcome: { kind, message: `${verdict}: ${why}` } };
	});
}

/** As JUnit's XML: only what binds fails; what is assumed, or could not be tested, is skipped. */
export function formatJunitReport(verification: Verification): string {
	const { provider, startedAt, durationMs } = verification.report;
	const suites: readonly Suite[] = [
		{ name: "surface", cases: surfaceCases(verification) },
		{ name: "interactions", cases: interactionCases(verification) },
		{ name: "assumptions", cases: assumptionCases(verification) },
	];
	const all = suites.flatMap(({ cases }) => cases);
	const inner = suites.map(
		({ name, cases }) =>
			`\n  ${element("testsuite", { name, ...counts(cases), timestamp: startedAt, hostname: new URL(provider).host }, [...cases.map(caseElement), "\n  "])}`,
	);
	const root = element(
		"testsuites",
		{ name: "understudy verify", ...counts(all), time: durationMs / 1000 },
		[...inner, "\n"],
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
