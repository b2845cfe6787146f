import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage } from "../../values/error-message.ts";
import type { Verification } from "../report.ts";
import { VerificationError } from "../verification-error.ts";
import { formatJsonReport } from "./format-json-report.ts";
import { formatJunitReport } from "./format-junit-report.ts";

export interface ReportFile {
	readonly format: "json" | "junit";
	readonly file: string;
}

const FORMATTERS = { json: formatJsonReport, junit: formatJunitReport };

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
	verification: Verification,
	reports: readonly ReportFile[],
): Promise<void> {
	for (const report of reports)
		await writeReport(report, FORMATTERS[report.format](verification));
}
