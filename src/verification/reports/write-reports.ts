import { appendFile } from "node:fs/promises";
import { marked } from "marked";
import { errorMessage } from "../../values/errors.ts";
import { plainLines } from "../../values/plain.ts";
import { VerificationError } from "../errors.ts";
import { replaceFile } from "../replace-file.ts";
import type { ReportTarget } from "../verify-options.ts";
import { formatJunitReport } from "./format-junit-report.ts";
import { formatMarkdownReport } from "./format-markdown-report.ts";
import { listGroups } from "./group-differences.ts";
import type { VerificationResults } from "./results.ts";

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce3, #3a404b); --soft: light-dark(#f4f5f7, #23272e); --link: light-dark(#0b57d0, #8ab4f8); }
body { font: 16px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h3, li, summary { overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; }
h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1.05rem; }
a { color: var(--link); }
ul { padding-left: 1.5rem; }
p, ul { margin: 0.4rem 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
td:last-child { min-width: 12rem; overflow-wrap: anywhere; }
th { background: var(--soft); font-weight: 600; }
pre { background: var(--soft); padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
details { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0.25rem 0; padding: 0 0.8rem; }
details[open] { padding-bottom: 0.4rem; }
summary { cursor: pointer; margin: 0 -0.8rem; padding: 0.15rem 0.8rem; border-radius: 0.4rem; }
summary:hover { background: var(--soft); }
:target { scroll-margin-top: 4rem; }
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

/** Whether the annotation is for a binding failure, its title, and its message. */
type Annotation = readonly [binds: boolean, title: string, message: string];

/** @see https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const escapeMessage = (text: string): string =>
	plainLines(text).replaceAll("%", "%25").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
	escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Returns a workflow command of GitHub Actions. */
export const writeAnnotation = (
	level: "error" | "warning",
	title: string,
	message: string,
): string =>
	`::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;

/** GitHub shows at most ten annotations of each step. */
const MAX_ANNOTATIONS = 10;

const listAnnotations = (results: VerificationResults): Annotation[] => [
	...results.missing.map(
		({ operation, method, path, why }): Annotation => [
			true,
			operation,
			`${method} ${path} ${why}`,
		],
	),
	...results.notices.map(
		(message): Annotation => [true, "not verified", message],
	),
	...listGroups(results).map(
		({ binds, name, differences: [first, ...others] }): Annotation => [
			binds,
			name,
			[
				...(others.length > 0
					? [first, ...others].map((each) => each.name)
					: [
							`${first.where}: expected ${first.expected}, but was ${first.actual}`,
						]),
				first.curl,
			].join("\n"),
		],
	),
	...results.unexplained.map(
		({ description, mismatches }): Annotation => [
			true,
			description,
			mismatches.map(({ where, message }) => `${where}: ${message}`).join("\n"),
		],
	),
	...results.byVerdict.refuted
		.filter(({ explainedBy }) => explainedBy === undefined)
		.map(({ id, binds, why }): Annotation => [binds, `${id} is refuted`, why]),
];

/**
 * Returns workflow commands of GitHub Actions, at most ten: binding failures and differences as errors, then others as
 * warnings.
 */
export function formatAnnotations(results: VerificationResults): string[] {
	const all = listAnnotations(results).sort(
		([a], [b]) => Number(b) - Number(a),
	);
	const left = all.length - MAX_ANNOTATIONS + 1;
	if (left > 1)
		all.splice(MAX_ANNOTATIONS - 1, left, [
			false,
			`${left} more`,
			"See the summary or the log of this step.",
		]);
	return all.map(([binds, title, message]) =>
		writeAnnotation(binds ? "error" : "warning", title, message),
	);
}

type ReportFile = Extract<ReportTarget, { readonly file: string }>;

const NO_RESPONSE = {
	where: "status",
	expected: "a response",
	actual: "none",
};

/** Returns the JSON report, with documented properties only. */
function formatJsonReport({ report }: VerificationResults): string {
	const shown = {
		...report,
		surface: report.surface.map(
			({ why: _, durationMs: __, ...result }) => result,
		),
		interactions: report.interactions.map(
			({ notVerified, mismatches, ...result }) => ({
				...result,
				mismatches:
					notVerified === undefined
						? mismatches
						: [{ ...NO_RESPONSE, message: notVerified }],
			}),
		),
	};
	return `${JSON.stringify(shown, null, 2)}\n`;
}

const FORMATTERS = {
	json: formatJsonReport,
	junit: formatJunitReport,
	markdown: formatMarkdownReport,
	html: formatHtmlReport,
};

/**
 * Returns the file of the summary of the job.
 * @throws VerificationError outside of GitHub Actions
 */
export function findStepSummary(): string {
	const file = process.env.GITHUB_STEP_SUMMARY;
	if (file) return file;
	throw new VerificationError(
		"GITHUB_STEP_SUMMARY is not set. --report github works in GitHub Actions only; elsewhere, pass --report markdown=<file>.",
	);
}

/**
 * Checks before the verification whether a report could not be written afterwards.
 * @throws VerificationError if `github` is passed outside of GitHub Actions
 */
export function requireStepSummary(reports: readonly ReportTarget[]): void {
	if (reports.some(({ format }) => format === "github")) findStepSummary();
}

/**
 * Writes a report, creating its folder.
 * @throws VerificationError if it cannot be written
 */
export async function writeReport(
	{ format, file }: ReportFile,
	text: string,
): Promise<void> {
	try {
		await replaceFile(file, text);
	} catch (error) {
		throw new VerificationError(
			`Cannot write the report ${file}: ${errorMessage(error)}. Pass another file with --report ${format}=<file>.`,
		);
	}
}

/** @throws VerificationError if a report cannot be written */
export async function writeReports(
	results: VerificationResults,
	reports: readonly ReportTarget[],
): Promise<void> {
	for (const report of reports)
		if (report.format === "github")
			await appendFile(findStepSummary(), `${formatMarkdownReport(results)}\n`);
		else await writeReport(report, FORMATTERS[report.format](results));
}
