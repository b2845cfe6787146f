import pc from "picocolors";
import { plural } from "../../values/plural.ts";
import type { VerificationResults } from "../../verification/reports/results.ts";
import {
	type DifferenceSummary,
	listOperations,
} from "../../verification/reports/summarize-differences.ts";
import { cut } from "../terminal/columns.ts";

/** All differences have their title before the first ones have all their lines. */
const MAX_LINES = 16;
/** How many of many differences have their details. */
const MIN_DETAILED = 2;
const LINES_EACH = 3;

/** Columns of a value. The reports have all of it, also where no line is cut. */
const MAX_VALUE = 120;

const formatTitle = (difference: DifferenceSummary, width: number): string =>
	cut(
		`${listOperations(difference)}: ${difference.title} (${difference.count})`,
		width - 4,
	);

function formatDetails(
	{ expected, actual, assumptions, curl }: DifferenceSummary,
	width: number,
): string[] {
	const half = Math.floor((width - 30) / 2);
	const most = Math.min(half, MAX_VALUE);
	return [
		`      ${pc.dim("expected")} ${pc.green(cut(expected, most))}  ${pc.dim("actual")} ${pc.red(cut(actual, most))}  ${pc.dim(cut(assumptions.join(", "), half))}`,
		`      ${pc.dim(cut(curl, width - 6))}`,
	];
}

/** Returns the differences: the binding ones first, and of these and the others those of the most responses. */
export function formatDifferences(
	{ differences }: VerificationResults,
	width: number,
	isVerbose: boolean,
): string[] {
	if (differences.length === 0) return [];
	const { length } = differences;
	const titles = MAX_LINES - MIN_DETAILED * (LINES_EACH - 1);
	const listed = isVerbose ? length : Math.min(length, titles);
	const detailed = isVerbose
		? length
		: Math.floor((MAX_LINES - listed) / (LINES_EACH - 1));
	const left = differences.length - listed;
	return [
		`  ${pc.bold(plural(differences.length, "difference"))}, with the number of responses that show it`,
		...differences
			.slice(0, listed)
			.flatMap((difference, index) => [
				`    ${formatTitle(difference, width)}`,
				...(index < detailed ? formatDetails(difference, width) : []),
			]),
		...(left > 0 ? [`    ${pc.dim(`and ${left} more; see --verbose`)}`] : []),
	];
}

const MAX_REASONS = 3;

/** Returns why checks were not reached, with their number. */
export function formatNotReached(
	{ report, notReached: reasons }: VerificationResults,
	width: number,
	isVerbose: boolean,
): string[] {
	if (reasons.length === 0) return [];
	const shown = isVerbose ? reasons : reasons.slice(0, MAX_REASONS);
	const { length } = report.notReached;
	return [
		`  ${pc.bold(`${plural(length, "check")} not reached`)}, which is neither good nor bad`,
		...shown.flatMap(({ because, descriptions }) => [
			`    ${cut(because, width - 4)}: ${plural(descriptions.length, "check")}`,
			...(isVerbose
				? descriptions.map((each) => `      ${pc.dim(cut(each, width - 6))}`)
				: []),
		]),
		...(reasons.length > shown.length
			? [
					`    ${pc.dim(`and for ${reasons.length - shown.length} other reasons; see --verbose`)}`,
				]
			: []),
	];
}
