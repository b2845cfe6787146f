import { appendFile } from "node:fs/promises";
import pc from "picocolors";
import type { Comparison } from "../../comparison/compare.ts";
import type {
	Agreement,
	ComparisonReport,
} from "../../comparison/comparison-report.ts";
import {
	describeDisagreement,
	formatComparisonMarkdown,
	formatShare,
	groupDisagreements,
	listSteps,
	UNCONFIRMED,
} from "../../comparison/format-markdown.ts";
import type { Progress } from "../../comparison/run-comparison.ts";
import { findLedger } from "../../config/project-files.ts";
import { compare, recordFidelity } from "../../entries/verify.ts";
import { filterEntries, isObject } from "../../values/json.ts";
import { plain } from "../../values/plain.ts";
import { plural } from "../../values/plural.ts";
import {
	findStepSummary,
	writeAnnotation,
	writeReport,
} from "../../verification/reports/write-reports.ts";
import { readFileOf } from "../options/read-json.ts";
import { type Project, readProject } from "../options/serve-flags.ts";
import { formatRows } from "../terminal/columns.ts";
import {
	type CompareFlags,
	createProgress,
	missingLedger,
} from "../verify/verify-flags.ts";

function formatAgreements(
	title: string,
	agreements: Readonly<Record<string, Agreement>>,
): string[] {
	const rows = Object.entries(agreements).map(
		([name, { steps, agreed, fidelity }]) => [
			name,
			formatShare(fidelity).padStart(6),
			{
				text: `${agreed} of ${steps}`,
				paint: agreed < steps ? pc.red : pc.dim,
			},
		],
	);
	return rows.length === 0
		? []
		: [
				pc.bold(`  ${title}`),
				...formatRows(rows).map((row) => `    ${row}`),
				"",
			];
}

/** Returns the disagreements, each with its shortest sequence, and the share of responses that agree. */
function formatComparison(
	{ report, shown, untold, seed }: Comparison,
	min: number,
): string {
	const { steps, agreed, fidelity, noise } = report;
	const isEnough = fidelity >= min;
	const paint = isEnough ? pc.green : pc.red;
	const differing = filterEntries(
		report.byAssumption,
		(_, each) => each.agreed < each.steps,
	);
	return [
		"",
		...groupDisagreements(shown).flatMap((group) => [
			...group.all.flatMap((each) => [
				`  ${pc.red("✗")} ${plain(describeDisagreement(each))}`,
				pc.dim(
					`    seen in ${plural(each.count, "response")}${each.assumptions.length > 0 ? `; assumptions: ${each.assumptions.join(", ")}` : ""}${each.isConfirmed ? "" : `; ${UNCONFIRMED}`}`,
				),
			]),
			...listSteps(group).map((line) => `    ${plain(line)}`),
			"",
			...group.steps.map(({ curl }) => `    ${pc.dim(plain(curl))}`),
			"",
		]),
		...formatAgreements("By operation", report.byOperation),
		...formatAgreements("By behavior", report.byBehavior),
		...formatAgreements("Assumptions that differ", differing),
		...(noise.length > 0
			? [
					pc.bold(
						"  Noise, which another play of the same sequence did not show",
					),
					...noise.map(({ operation, where }) => `    ${operation}, ${where}`),
					"",
				]
			: []),
		...untold.map((why) => `  ${pc.yellow("?")} The service ${plain(why)}.`),
		steps === 0
			? "  No response could be compared."
			: `  ${pc.bold(paint(`${agreed} of ${steps} responses agree, ${formatShare(fidelity)}`))}, with ${plural(shown.length, "disagreement")}. The seed was ${seed}.`,
		"",
	].join("\n");
}

const isReport = (
	value: unknown,
): value is Pick<ComparisonReport, "disagreements"> =>
	isObject(value) &&
	Array.isArray(value.disagreements) &&
	value.disagreements.every(
		(each) =>
			isObject(each) &&
			Array.isArray(each.sequence) &&
			each.sequence.every((command) => typeof command === "string"),
	);

const formatProgress = ({ steps, agreed, leftMs, phase }: Progress): string =>
	`${phase}, ${steps} responses, ${formatShare(agreed / Math.max(steps, 1))} agree, ${Math.max(Math.round(leftMs / 1000), 0)} s left`;

async function writeAll(
	comparison: Comparison,
	reports: NonNullable<CompareFlags["report"]>,
): Promise<void> {
	const markdown = formatComparisonMarkdown(comparison);
	for (const report of reports)
		if (report.format === "github") {
			await appendFile(findStepSummary(), `${markdown}\n`);
			for (const each of comparison.shown.slice(0, 10))
				console.log(
					writeAnnotation("error", each.operation, describeDisagreement(each)),
				);
		} else
			await writeReport(
				report,
				report.format === "json"
					? `${JSON.stringify(comparison.report, null, 2)}\n`
					: markdown,
			);
}

/** Compares until the flags or Ctrl+C end the comparison. */
async function compareWithFlags(
	baseUrl: string,
	flags: CompareFlags,
	{ config, document }: Project,
) {
	const { header = [], time, replay, log } = flags;
	const isShown = log !== "silent" && process.stderr.isTTY;
	const progress = createProgress(isShown ? process.stderr : undefined);
	const abort = new AbortController();
	const end = (): void => abort.abort();
	process.once("SIGINT", end);
	try {
		return await compare(baseUrl, {
			...flags,
			document,
			handlers: config?.defined,
			headers: Object.fromEntries(new Headers([...header])),
			timeoutMs: flags.timeout,
			timeS: time,
			replay:
				replay === undefined
					? undefined
					: await readFileOf(
							replay,
							isReport,
							"report",
							"Pass a file that --report json=<file> has written.",
						),
			signal: abort.signal,
			onProgress: (each) => progress.show(formatProgress(each)),
		});
	} finally {
		process.off("SIGINT", end);
		progress.end();
	}
}

/**
 * Runs `understudy compare` and returns its exit code.
 * @throws UsageError if nothing could be compared, or a report cannot be written
 */
export async function runCompare(
	baseUrl: string,
	flags: CompareFlags,
): Promise<Comparison["exitCode"]> {
	const { report = [], min, log, record, providerVersion } = flags;
	const print = (text: string): void => {
		if (log !== "silent") console.log(text);
	};
	const project = await readProject(flags);
	const ledger = flags.ledger ?? findLedger(project.config?.flags.ledger);
	if (record && ledger === undefined) throw missingLedger();
	if (report.some(({ format }) => format === "github")) findStepSummary();
	const comparison = await compareWithFlags(baseUrl, flags, project);
	print(formatComparison(comparison, min));
	await writeAll(comparison, report);
	if (record && ledger !== undefined) {
		const ids = await recordFidelity(comparison, { ledger, providerVersion });
		const count = plural(ids.length, "assumption");
		print(`  Recorded the agreement of ${count} in ${ledger}.`);
	}
	return comparison.exitCode;
}
