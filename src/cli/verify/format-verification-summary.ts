import pc from "picocolors";
import { plain } from "../../values/plain.ts";
import type {
	AssumptionSummary,
	VerificationResults,
} from "../../verification/reports/results.ts";
import { describeLearning } from "../../verification/reports/summarize-differences.ts";
import { cut, findWidth, formatRows } from "../terminal/columns.ts";
import { wrap } from "../terminal/layout.ts";
import {
	formatDifferences,
	formatFailedInteractions,
	formatNotReached,
	listFirst,
	type VerificationView,
} from "./format-differences.ts";

const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

const [good, bad, open] = [pc.green("✓"), pc.red("✗"), pc.yellow("?")];
const MARKS = { passed: good, failed: bad, "not verified": open };

const formatHeading = (name: string, ...counts: readonly string[]): string =>
	`  ${pc.bold(name.padEnd(11))}${counts.filter(Boolean).join(", ")}`;

/** Returns the number of failures, or another text if there are no failures. */
const formatFailures = (count: number, name: string, none = ""): string =>
	count > 0 ? pc.bold(pc.red(`${count} ${name}`)) : none;

function formatSurface(view: VerificationView): string[] {
	const { report, width, isVerbose } = view;
	const { surface, summary } = report;
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

function formatConfirmed(view: VerificationView): string[] {
	const { byVerdict, confirmed, isRecording, report } = view;
	if (report.assumptions.length === 0) return [];
	const lost = byVerdict.refuted.filter(({ id }) => confirmed.includes(id));
	return [
		formatHeading(
			"Confirmed",
			confirmed.length > 0
				? `${confirmed.length - lost.length} of ${confirmed.length} assumptions not refuted`
				: pc.dim(`no assumption yet${isRecording ? "" : "; see --record"}`),
			formatFailures(lost.length, "no longer true"),
		),
		...listFirst(view, lost, ({ id, why }) => [
			`    ${bad} ${id}  ${pc.red("no longer holds:")} ${plain(why)}`,
		]),
	];
}

function formatAssumed(view: VerificationView): string[] {
	const { byVerdict, confirmed, width, isVerbose, report } = view;
	if (report.assumptions.length === 0) return [];
	const select = (all: readonly AssumptionSummary[]): AssumptionSummary[] =>
		all.filter(({ id }) => !confirmed.includes(id));
	const held = select(byVerdict.held);
	const refuted = select(byVerdict.refuted);
	const untested = select(byVerdict.untested);
	/** Returns the ids on as many lines as needed or, if verbose, each with the reason of its verdict. */
	function format(mark: string, label: string, all: typeof held): string[] {
		if (isVerbose && label !== "held")
			return formatRows(
				all.map(({ id, reason }) => [id, { text: reason, paint: pc.dim }]),
			).map((row) => `    ${mark} ${row}`);
		const ids = all.map(({ id }) => id);
		const lines = wrap(ids, Math.min(width, MAX_WIDTH) - 16);
		const start = `    ${mark} ${pc.dim(label.padEnd(10))}`;
		return lines.map((line, index) =>
			index === 0 ? start + line : " ".repeat(16) + line,
		);
	}
	return [
		formatHeading(
			"Assumed",
			pc.green(`${held.length} held`),
			formatFailures(refuted.length, "refuted", "0 refuted"),
			untested.length > 0
				? pc.yellow(`${untested.length} untested`)
				: "0 untested",
		),
		...format(bad, "refuted", refuted),
		...format(open, "untested", untested),
		...format(good, "held", held),
	];
}

function formatExternal({ report }: VerificationView): string[] {
	const { passed, failed } = report.summary.external;
	if (passed + failed === 0) return [];
	const shown = passed > 0 ? pc.green(`${passed} passed`) : "";
	return [formatHeading("External", shown, formatFailures(failed, "failed"))];
}

function formatAdditional(view: VerificationView): string[] {
	const { additional } = view.report;
	if (!view.isVerbose || additional.length === 0) return [];
	return [
		`  ${pc.bold(`${additional.length} additional properties and headers`)}, which are no failures`,
		...additional.map((each) => `    ${pc.dim(cut(each, view.width - 4))}`),
	];
}

function formatVerdict(view: VerificationView): string[] {
	const { verdict, ledgerNote, width, isVerbose } = view;
	const { provider, durationMs } = view.report;
	const learning = isVerbose ? describeLearning(view.report) : undefined;
	return [
		...wrap(verdict.split(" "), width - 2).map((line) => `  ${pc.bold(line)}`),
		`  ${pc.dim(`Verified ${provider} in ${(durationMs / 1000).toFixed(1)} s`)}`,
		...(learning === undefined
			? []
			: wrap(learning.split(" "), width - 2).map(
					(line) => `  ${pc.dim(line)}`,
				)),
		`  ${pc.dim(cut(ledgerNote, width - 2))}`,
	];
}

const SECTIONS = [
	[formatVerdict],
	[formatDifferences],
	[formatNotReached],
	[formatSurface, formatConfirmed, formatAssumed, formatExternal],
	[formatAdditional],
	[formatFailedInteractions],
];

/**
 * Returns the verdict, the differences by weight, the checks that were not reached, and the results by provenance.
 * @param columns the width of the terminal; undefined if the output is not a terminal
 */
export function formatVerificationSummary(
	results: VerificationResults,
	columns: number | undefined,
	isVerbose = false,
	isRecording = false,
): string {
	const width =
		columns === undefined
			? Number.POSITIVE_INFINITY
			: Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
	const view = { ...results, width, isVerbose, isRecording };
	const text = SECTIONS.map((parts) => parts.flatMap((format) => format(view)))
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join("\n"))
		.join("\n\n");
	return `\n${text}\n`;
}
