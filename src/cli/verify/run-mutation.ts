import { mutate, VerificationError } from "../../entries/verify.ts";
import { writeReport } from "../../verification/reports/write-reports.ts";
import { UsageError } from "../options/usage-error.ts";
import { formatMutationSummary } from "./format-mutation-summary.ts";
import { readServiceOptions } from "./read-service-options.ts";
import { createProgress } from "./verification-progress.ts";
import type { ServiceFlags } from "./verify-flags.ts";

/** The flags of `understudy mutate`. */
export interface MutateFlags extends ServiceFlags {
	/** In percent. */
	readonly min: number;
	/** The path of the report. */
	readonly report?: string;
}

/** Outside a terminal, progress is shown only once for so many mutants. */
const STRIDE = 100;

function isShown(message: string): boolean {
	const [, at, of] = /^mutant (\d+) of (\d+)/.exec(message) ?? [];
	return at === undefined || at === of || Number(at) % STRIDE === 0;
}

/**
 * Runs `understudy mutate` and returns its exit code.
 * @throws UsageError if the contract could not be measured
 */
export async function runMutation(
	baseUrl: string,
	flags: MutateFlags,
): Promise<0 | 1> {
	const progress = createProgress(process.stderr);
	try {
		const report = await mutate(baseUrl, {
			...readServiceOptions(flags),
			onProgress(message) {
				if (process.stderr.isTTY || isShown(message)) progress.show(message);
			},
		}).finally(progress.end);
		console.log(formatMutationSummary(report, flags.min));
		if (flags.report !== undefined)
			await writeReport(
				{ format: "json", file: flags.report },
				`${JSON.stringify(report, null, 2)}\n`,
			);
		return report.score * 100 < flags.min ? 1 : 0;
	} catch (error) {
		throw error instanceof VerificationError
			? new UsageError(error.message, { cause: error })
			: error;
	}
}
