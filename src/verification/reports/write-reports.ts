import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage } from "../../values/error-message.ts";
import type { Verification } from "../report.ts";
import { VerificationError } from "../verification-error.ts";
import { formatJsonReport } from "./format-json-report.ts";
import { formatJunitReport } from "./format-junit-report.ts";

export type ReportFormat = "json" | "junit";

export interface ReportFile {
	readonly format: ReportFormat;
	readonly file: string;
}

const FORMATS: Readonly<Record<ReportFormat, (of: Verification) => string>> = {
	json: formatJsonReport,
	junit: formatJunitReport,
};

/**
 * Writes the reports, and the folders they go to.
 * @throws VerificationError where one cannot be written
 */
export async function writeReports(
	verification: Verification,
	reports: readonly ReportFile[],
): Promise<void> {
	for (const { format, file } of reports)
		try {
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, FORMATS[format](verification));
		} catch (error) {
			throw new VerificationError(
				`The report ${file} cannot be written: ${errorMessage(error)}. Pass another file with --report ${format}=<file>.`,
			);
		}
}
