import pc from "picocolors";
import {
	type KindTally,
	type MutantPlace,
	type MutationReport,
	mutate,
} from "../../entries/verify.ts";
import { groupBy } from "../../values/group-by.ts";
import { VerificationError } from "../../verification/errors.ts";
import { writeReport } from "../../verification/reports/write-reports.ts";
import { UsageError } from "../options/usage-error.ts";
import { column, findWidth } from "../terminal/columns.ts";
import { plain } from "../terminal/plain.ts";
import { createProgress } from "../verify/verification-progress.ts";
import type { ServiceFlags } from "../verify/verify-command.ts";
import { readServiceOptions } from "../verify/verify-command.ts";

/** Rounds down, so that 100% means every mutant. */
const formatPercent = (score: number): string =>
	`${(Math.floor(score * 1000) / 10).toFixed(1)}%`;

function formatKinds(kinds: readonly KindTally[]): string[] {
	const width = findWidth(kinds.map(({ kind }) => kind));
	return [
		pc.dim(
			`  ${"change to the responses".padEnd(width)}  mutants  killed  equivalent`,
		),
		...kinds.map(({ kind, mutants, killed, equivalent }) => {
			const shown = `${killed}`.padStart(6);
			return `  ${kind.padEnd(width)}  ${`${mutants}`.padStart(7)}  ${killed < mutants ? pc.red(shown) : shown}  ${`${equivalent}`.padStart(10)}`;
		}),
	];
}

function formatPlaces(mark: string, mutants: readonly MutantPlace[]): string[] {
	const operations = findWidth(mutants.map(({ operation }) => operation));
	const places = findWidth(mutants.map(({ where }) => where));
	return mutants.map(
		({ operation, where, mutation }) =>
			`    ${mark} ${operation.padEnd(operations)}  ${column(where, places)}  ${plain(mutation)}`,
	);
}

const formatEquivalents = ({ equivalents }: MutationReport): string[] =>
	groupBy(equivalents, ({ why }) => why).flatMap((group) => [
		"",
		`  ${pc.bold("Equivalent")}, because ${plain(group[0].why)}`,
		...formatPlaces(pc.dim("="), group),
	]);

/** @param min the lowest score that passes, in percent */
export function formatMutationSummary(
	report: MutationReport,
	min: number,
): string {
	const { mutants, killed, equivalent, score, durationMs, survivors } = report;
	const isEnough = score * 100 >= min;
	const paint = isEnough ? pc.green : pc.red;
	const result = `${killed} of ${mutants} mutants were killed, ${formatPercent(score)}`;
	return [
		"",
		...formatKinds(report.kinds),
		...formatEquivalents(report),
		...(survivors.length > 0
			? [
					"",
					`  ${pc.bold("Survived")}`,
					...formatPlaces(pc.red("✗"), survivors),
				]
			: []),
		"",
		`  ${pc.bold(paint(result))}, not counting ${equivalent} equivalent ones, in ${Math.round(durationMs / 1000)} s.`,
		...(isEnough
			? []
			: [
					`  That is less than ${min}%. Strengthen the interactions until they kill each survivor, or explain why they cannot.`,
				]),
		"",
	].join("\n");
}

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
