import pc from "picocolors";
import type { Verification } from "../../verification/report.ts";
import type {
	AssumptionSummary,
	VerificationResults,
} from "../../verification/reports/results.ts";
import { column, cut, findWidth, wrap } from "../terminal/columns.ts";
import { plain } from "../terminal/plain.ts";
import { formatDifferences, formatNotReached } from "./format-differences.ts";
import {
	formatFailedInteractions,
	formatMore,
	MAX_FIRST,
} from "./format-failed-interactions.ts";

const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

const [good, bad, open] = [pc.green("✓"), pc.red("✗"), pc.yellow("?")];
const MARKS = { passed: good, failed: bad, "not verified": open };

const formatHeading = (name: string, ...counts: readonly string[]): string =>
	`  ${pc.bold(name.padEnd(11))}${counts.filter(Boolean).join(", ")}`;

/** Returns the number of failures, or the empty string if there are none. */
const formatFailures = (count: number, name: string): string =>
	count > 0 ? pc.bold(pc.red(`${count} ${name}`)) : "";

const formatPassCount = ({
	passed,
	failed,
}: Verification["report"]["summary"]["external"]): string[] => [
	passed > 0 || failed === 0 ? pc.green(`${passed} passed`) : "",
	formatFailures(failed, "failed"),
];

function formatSurface(
	{ report: { surface, summary } }: Verification,
	width: number,
	isVerbose: boolean,
): string[] {
	const { passed, failed } = summary.specified;
	const unverified = surface.length - passed - failed;
	const shown = surface.filter(
		({ verdict }) => isVerbose || verdict !== "passed",
	);
	const idWidth = findWidth(shown.map(({ operation }) => operation));
	const pathWidth = findWidth(shown.map(({ path }) => path));
	return [
		formatHeading(
			"Specified",
			pc.green(`${passed} of ${surface.length} operations exist`),
			formatFailures(failed, "failed"),
			unverified > 0 ? pc.yellow(`${unverified} not verified`) : "",
		),
		...shown.map(({ operation, method, path, verdict, why }) => {
			const reason = cut(why, width - 16 - idWidth - pathWidth);
			return `    ${MARKS[verdict]} ${operation.padEnd(idWidth)}  ${pc.dim(method.padEnd(5))} ${pc.dim(path.padEnd(pathWidth))}  ${verdict === "passed" ? pc.dim(reason) : reason}`;
		}),
	];
}

function formatConfirmed(
	{ byVerdict, confirmed }: VerificationResults,
	isVerbose: boolean,
	isRecording: boolean,
): string[] {
	const lost = byVerdict.refuted.filter(({ id }) => confirmed.includes(id));
	return [
		formatHeading(
			"Confirmed",
			confirmed.length > 0
				? `${confirmed.length - lost.length} of ${confirmed.length} assumptions not refuted`
				: pc.dim(`no assumption yet${isRecording ? "" : "; see --record"}`),
			formatFailures(lost.length, "no longer true"),
		),
		...lost
			.slice(0, isVerbose ? undefined : MAX_FIRST)
			.map(
				({ id, why }) =>
					`    ${bad} ${id}  ${pc.red("no longer holds:")} ${plain(why)}`,
			),
		...(isVerbose ? [] : formatMore(lost.length)),
	];
}

function formatAdditional(
	{ report: { additional } }: Verification,
	width: number,
): string[] {
	if (additional.length === 0) return [];
	return [
		`  ${pc.bold(`${additional.length} additional properties and headers`)}, which are no failures`,
		...additional.map((each) => `    ${pc.dim(cut(each, width - 4))}`),
	];
}

/** Returns the ids on as many lines as they need, after a mark and a label. */
const formatIds = (
	mark: string,
	label: string,
	ids: readonly string[],
	width: number,
): string[] =>
	wrap(ids, Math.min(width, MAX_WIDTH) - 16).map((line, index) =>
		index === 0
			? `    ${mark} ${pc.dim(label.padEnd(10))}${line}`
			: `${" ".repeat(16)}${line}`,
	);

function formatAssumed(
	{ byVerdict, confirmed }: VerificationResults,
	width: number,
	isVerbose: boolean,
): string[] {
	const select = (all: readonly AssumptionSummary[]): AssumptionSummary[] =>
		all.filter(({ id }) => !confirmed.includes(id));
	const held = select(byVerdict.held);
	const refuted = select(byVerdict.refuted);
	const untested = select(byVerdict.untested);
	const idsOf = (all: readonly AssumptionSummary[]): string[] =>
		all.map(({ id }) => id);
	const idWidth = findWidth(idsOf([...held, ...refuted, ...untested]));
	const formatRow = (mark: string, { id, why }: AssumptionSummary): string =>
		`    ${mark} ${column(id, idWidth)}  ${pc.dim(cut(why, width - 18 - idWidth))}`;
	return [
		formatHeading(
			"Assumed",
			pc.green(`${held.length} held`),
			formatFailures(refuted.length, "refuted") || "0 refuted",
			untested.length > 0
				? pc.yellow(`${untested.length} untested`)
				: "0 untested",
		),
		...(isVerbose
			? [
					...refuted.map((each) => formatRow(bad, each)),
					...untested.map((each) => formatRow(open, each)),
				]
			: [
					...formatIds(bad, "refuted", idsOf(refuted), width),
					...formatIds(open, "untested", idsOf(untested), width),
				]),
		...formatIds(good, "held", idsOf(held), width),
	];
}

/**
 * Returns the verdict, the differences by weight, what was not reached, and the results by provenance.
 * @param columns the width of the terminal; undefined if the output is no terminal, so that nothing is cut
 * @param isVerbose whether to list everything, and not only what fits on a screen
 * @param isRecording whether `--record` was passed
 */
export function formatVerificationSummary(
	results: VerificationResults,
	columns: number | undefined,
	isVerbose = false,
	isRecording = false,
): string {
	const { provider, durationMs, summary } = results.report;
	const width =
		columns === undefined
			? Number.POSITIVE_INFINITY
			: Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
	const { external } = summary;
	const seconds = (durationMs / 1000).toFixed(1);
	const sections = [
		[
			...wrap(results.verdict.split(" "), width - 2).map(
				(line) => `  ${pc.bold(line)}`,
			),
			`  ${pc.dim(`Verified ${provider} in ${seconds} s`)}`,
			`  ${pc.dim(cut(results.ledgerNote, width - 2))}`,
		],
		formatDifferences(results, width, isVerbose),
		formatNotReached(results, width, isVerbose),
		[
			...formatSurface(results, width, isVerbose),
			...formatConfirmed(results, isVerbose, isRecording),
			...formatAssumed(results, width, isVerbose),
			...(external.passed + external.failed > 0
				? [formatHeading("External", ...formatPassCount(external))]
				: []),
		],
		isVerbose ? formatAdditional(results, width) : [],
		formatFailedInteractions(results, width, isVerbose),
	];
	const text = sections
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join("\n"))
		.join("\n\n");
	return `\n${text}\n`;
}
