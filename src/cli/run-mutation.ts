import pc from "picocolors";
import { formatShare } from "../comparison/format-markdown.ts";
import {
	type MutantPlace,
	type MutationReport,
	mutate,
} from "../entries/verify.ts";
import { groupBy } from "../values/group-by.ts";
import { plain } from "../values/plain.ts";
import { writeReport } from "../verification/reports/write-reports.ts";
import { readProject } from "./options/serve-flags.ts";
import { findWidth, formatRows } from "./terminal/columns.ts";
import {
	createProgress,
	type MutateFlags,
	readServiceOptions,
} from "./verify/verify-flags.ts";

function formatKinds({ kinds }: MutationReport): string[] {
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

const formatPlaces = (mark: string, all: readonly MutantPlace[]): string[] =>
	formatRows(
		all.map(({ operation, where, mutation }) => [operation, where, mutation]),
	).map((line) => `    ${mark} ${line}`);

/** @param min the lowest score that passes, in percent */
function formatMutationSummary(report: MutationReport, min: number): string {
	const { mutants, killed, equivalent, score, durationMs, survivors } = report;
	const isEnough = score * 100 >= min;
	const paint = isEnough ? pc.green : pc.red;
	const result = `${killed} of ${mutants} mutants were killed, ${formatShare(score)}`;
	const lines = ["", ...formatKinds(report)];
	for (const group of groupBy(report.equivalents, ({ why }) => why))
		lines.push(
			"",
			`  ${pc.bold("Equivalent")}, because ${plain(group[0].why)}`,
			...formatPlaces(pc.dim("="), group),
		);
	if (survivors.length > 0)
		lines.push(
			"",
			`  ${pc.bold("Survived")}`,
			...formatPlaces(pc.red("✗"), survivors),
		);
	lines.push(
		"",
		`  ${pc.bold(paint(result))}, not counting ${equivalent} equivalent ones, in ${Math.round(durationMs / 1000)} s.`,
	);
	if (!isEnough)
		lines.push(
			`  That is less than ${min}%. Say in the document what each survivor breaks, such as a const, a pattern or a role, or explain why it cannot.`,
		);
	return [...lines, ""].join("\n");
}

/**
 * Runs `understudy mutate` and returns its exit code.
 * @throws VerificationError if the contract could not be measured
 */
export async function runMutation(
	baseUrl: string,
	flags: MutateFlags,
): Promise<0 | 1> {
	const { document } = await readProject(flags);
	const progress = createProgress(process.stderr);
	const report = await mutate(baseUrl, {
		...readServiceOptions(flags),
		document,
		onProgress: progress.show,
	}).finally(progress.end);
	console.log(formatMutationSummary(report, flags.min));
	if (flags.report !== undefined)
		await writeReport(flags.report, `${JSON.stringify(report, null, 2)}\n`);
	return report.score * 100 < flags.min ? 1 : 0;
}
