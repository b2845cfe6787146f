import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage } from "../../values/errors.ts";
import { VerificationError } from "../errors.ts";
import type { ReportTarget } from "../verify-options.ts";
import { formatJunitReport } from "./format-junit-report.ts";
import { formatHtmlReport, formatMarkdownReport } from "./format-markdown.ts";
import type { VerificationResults } from "./results.ts";

type ReportFile = Extract<ReportTarget, { readonly file: string }>;

const NO_RESPONSE = {
	where: "status",
	expected: "a response",
	actual: "none",
};

/** Returns the report as JSON, with only the properties that are documented. */
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
function findStepSummary(): string {
	const file = process.env.GITHUB_STEP_SUMMARY;
	if (file) return file;
	throw new VerificationError(
		"GITHUB_STEP_SUMMARY is not set. --report github works in GitHub Actions only; elsewhere, pass --report markdown=<file>.",
	);
}

/**
 * Checks before the verification what would prevent a report after it.
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
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
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
