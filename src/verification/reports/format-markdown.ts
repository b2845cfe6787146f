import { marked } from "marked";
import { plural } from "../../values/plural.ts";
import type { VerificationResults } from "./results.ts";
import {
	type DifferenceSummary,
	listOperations,
} from "./summarize-differences.ts";

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** Escapes text for one line of Markdown. The text of a response may contain any character. */
const cell = (text: string): string =>
	text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|~]/g, "\\$&");

/** Returns a block of code, which the text cannot end. */
function fence(language: string, text: string): string[] {
	const longest = Math.max(
		0,
		...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length),
	);
	const marks = "`".repeat(Math.max(longest + 1, 3));
	return [`${marks}${language}`, text, marks, ""];
}

function formatDifference(
	difference: DifferenceSummary,
	index: number,
): string {
	const { title, where, expected, actual, assumptions, checks } = difference;
	const { count, curl, response } = difference;
	const facts = [
		`Expected: ${cell(expected)}`,
		`Actual: ${cell(actual)}`,
		`Where: ${code(where)}, ${plural(count, "time")}`,
		assumptions.length > 0
			? `Refutes: ${assumptions.map(code).join(", ")}`
			: "",
		checks.length > 0 ? `Found by: ${checks.map(cell).join("; ")}` : "",
	];
	return [
		`### ${index + 1}. ${cell(listOperations(difference, 7))}: ${cell(title)}`,
		"",
		...facts.filter(Boolean).map((fact) => `- ${fact}`),
		"",
		...fence("sh", curl),
		...fence("http", response),
	].join("\n");
}

const list = (items: readonly string[]): string[] =>
	items.map((item) => `- ${item}`);

/** Returns nothing for a section without lines. */
const section = (heading: string, lines: readonly string[]): string[] =>
	lines.length > 0 ? [`## ${heading}`, "", ...lines, ""] : [];

/** Returns the failed interactions of the user's own pacts, which no difference explains. */
const listExternal = ({ checks }: VerificationResults): string[] =>
	checks
		.filter(({ provenance, passed }) => provenance === "external" && !passed)
		.map(({ description, mismatches, notVerified }) => {
			const reasons = mismatches.map(
				({ where, message }) => `${where}: ${message}`,
			);
			return `${cell(description)}: ${cell(notVerified ?? reasons.join("; "))}`;
		});

const ADDITIONAL = "The document does not name them. They are no failures.";

/** Returns the results as Markdown: the verdict, the differences, what was not reached, and the assumptions. */
export function formatMarkdownReport(results: VerificationResults): string {
	const { report, differences, notReached, byVerdict } = results;
	const { provider, surface, summary, additional } = report;
	const counts = Object.entries(byVerdict).map(
		([verdict, all]) => `${all.length} ${verdict}`,
	);
	return [
		`# Verification of ${cell(provider)}`,
		"",
		`**${cell(results.verdict)}**`,
		"",
		`${summary.specified.passed} of ${plural(surface.length, "operation")} exist. Assumptions: ${counts.join(", ")}. Verified at ${report.startedAt} in ${(report.durationMs / 1000).toFixed(1)} s. ${cell(results.ledgerNote)}.`,
		"",
		...list(
			surface
				.filter(({ verdict }) => verdict !== "passed")
				.map(({ operation, why }) => `${operation} ${cell(why)}`),
		),
		"",
		`## ${plural(differences.length, "difference")}`,
		"",
		...differences.map(formatDifference),
		...section(
			"Failed interactions of other pacts",
			list(listExternal(results)),
		),
		...(notReached.length > 0 ? ["## Not reached", ""] : []),
		...notReached.flatMap(({ because, descriptions }) => [
			...[`${cell(because)}:`, "", ...list(descriptions.map(cell)), ""],
		]),
		...section("Assumptions", [
			"| assumption | verdict | why |",
			"| --- | --- | --- |",
			...results.assumptions.map(
				({ id, verdict, why }) =>
					`| ${code(id)} | ${verdict} | ${cell(why.slice(0, 200))} |`,
			),
		]),
		...section(
			"Additional properties and headers",
			additional.length > 0
				? [ADDITIONAL, "", ...list(additional.map(code))]
				: [],
		),
	].join("\n");
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce3, #3a404b); --soft: light-dark(#f4f5f7, #23272e); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h3, li { overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; } h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
td:last-child { min-width: 12rem; overflow-wrap: anywhere; }
th { background: var(--soft); font-weight: 600; }
pre { background: var(--soft); padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
`;

/** Returns the results as one self-contained page, with the content of the Markdown report. */
export function formatHtmlReport(results: VerificationResults): string {
	const content = marked.parse(formatMarkdownReport(results), {
		async: false,
	});
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Verification</title>
<style>${STYLE}</style>
</head>
<body>
${content}</body>
</html>
`;
}
