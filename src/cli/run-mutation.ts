import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorMessage } from "../values/error-message.ts";
import { type MutationReport, mutate, VerificationError } from "../verify.ts";
import { mutationSummary } from "./mutation-summary.ts";
import { UsageError } from "./usage-error.ts";
import { createProgress } from "./verification-progress.ts";
import { readHeaders, type VerifyFlags } from "./verify-flags.ts";

/** What `understudy mutate` was asked for. */
export interface MutateFlags
	extends Pick<
		VerifyFlags,
		"header" | "allowWrites" | "only" | "timeout" | "deadline"
	> {
	/** In percent. */
	readonly min: number;
	/** The file of the report. */
	readonly report?: string;
}

/** Of the many mutants only so many are told where lines stay. */
const STRIDE = 100;

function isTold(message: string): boolean {
	const [, at, of] = /^mutant (\d+) of (\d+)/.exec(message) ?? [];
	return at === undefined || at === of || Number(at) % STRIDE === 0;
}

async function mutateByFlags(
	baseUrl: string,
	{ header, allowWrites, only, timeout, deadline }: MutateFlags,
): Promise<MutationReport> {
	const progress = createProgress(process.stderr);
	try {
		return await mutate(baseUrl, {
			...(header && { headers: readHeaders(header) }),
			...(only && { only }),
			allowWrites,
			timeoutMs: timeout,
			deadlineS: deadline,
			onProgress(message) {
				if (process.stderr.isTTY || isTold(message)) progress.show(message);
			},
		});
	} catch (error) {
		throw error instanceof VerificationError
			? new UsageError(error.message, { cause: error })
			: error;
	} finally {
		progress.end();
	}
}

async function writeReport(
	report: MutationReport,
	file: string,
): Promise<void> {
	try {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
	} catch (error) {
		throw new UsageError(
			`The report ${file} cannot be written: ${errorMessage(error)}. Pass another file with --report json=<file>.`,
		);
	}
}

/**
 * `understudy mutate`, from its flags to its exit code.
 * @throws UsageError where it could not be measured, in one sentence
 */
export async function runMutation(
	baseUrl: string,
	flags: MutateFlags,
): Promise<0 | 1> {
	const report = await mutateByFlags(baseUrl, flags);
	console.log(mutationSummary(report, flags.min));
	if (flags.report !== undefined) await writeReport(report, flags.report);
	return report.score * 100 < flags.min ? 1 : 0;
}
