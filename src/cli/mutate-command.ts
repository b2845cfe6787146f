import { Command } from "commander";
import pc from "picocolors";
import type { MutantPlace, MutationReport } from "../entries/verify.ts";
import { mutateSchemas } from "../schemas/generated/commands.ts";
import { groupBy } from "../values/group-by.ts";
import { addOptions, formatExamples } from "./options/add-options.ts";
import { readProject } from "./options/serve-flags.ts";
import { FlagValueError, UsageError } from "./options/usage-error.ts";
import { findWidth, formatRows } from "./terminal/columns.ts";
import { plain } from "./terminal/plain.ts";
import { createProgress } from "./verify/verification-progress.ts";
import {
	type MutateFlags,
	readServiceOptions,
	SERVICE_READERS,
} from "./verify/verify-flags.ts";

/** Rounds down, so that 100% means every mutant. */
const formatPercent = (score: number): string =>
	`${(Math.floor(score * 1000) / 10).toFixed(1)}%`;

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
export function formatMutationSummary(
	report: MutationReport,
	min: number,
): string {
	const { mutants, killed, equivalent, score, durationMs, survivors } = report;
	const isEnough = score * 100 >= min;
	const paint = isEnough ? pc.green : pc.red;
	const result = `${killed} of ${mutants} mutants were killed, ${formatPercent(score)}`;
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
 * @throws UsageError if the contract could not be measured
 */
async function runMutation(
	baseUrl: string,
	flags: MutateFlags,
): Promise<0 | 1> {
	// Imported here, because they are slow to load, and other commands do not need them.
	const [{ mutate, VerificationError }, { writeReport }] = await Promise.all([
		import("../entries/verify.ts"),
		import("../verification/reports/write-reports.ts"),
	]);
	const { document } = await readProject(flags);
	const progress = createProgress(process.stderr);
	try {
		const report = await mutate(baseUrl, {
			...readServiceOptions(flags),
			document,
			onProgress: progress.show,
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

function report(value: string): string {
	const file = /^json=(.+)$/.exec(value)?.[1];
	if (file === undefined) throw new FlagValueError("Pass json=<file>.");
	return file;
}

export function mutateCommand(): Command {
	const command = new Command("mutate")
		.description(
			"Measure how many defects the contract detects: change the responses of a passing service, one defect at a time.",
		)
		.argument("<base-url>", "the base URL of the service")
		.addHelpText(
			"after",
			`
Exit codes: 0 enough mutants were killed, 1 fewer than --min, 2 the contract could not be measured.
${formatExamples([
	"understudy mutate http://127.0.0.1:8080",
	"understudy mutate http://127.0.0.1:8080 --min 95 --report json=reports/mutants.json",
	"understudy mutate http://127.0.0.1:8080 --document openapi.yaml --only getHealth",
])}`,
		)
		.action(async (baseUrl: string, flags: MutateFlags) => {
			process.exitCode = await runMutation(baseUrl, flags);
		});
	return addOptions(command, mutateSchemas, { ...SERVICE_READERS, report });
}
