import pc from "picocolors";
import type { Verification } from "../../verification/report.ts";
import { groupNotReached } from "../../verification/reports/format-markdown.ts";
import { plural } from "../../verification/reports/state-verdict.ts";
import {
	type DifferenceSummary,
	listOperations,
	summarizeDifferences,
} from "../../verification/reports/summarize-differences.ts";
import { cut } from "../columns.ts";

/** Up to this number, all differences have all their lines. */
const MAX_ALL = 6;
/** If there are more, how many have all their lines, and how many more have one. */
const MAX_DETAILED = 3;
const MAX_LISTED = 7;

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
	return [
		`      ${pc.dim("expected")} ${pc.green(cut(expected, half))}  ${pc.dim("actual")} ${pc.red(cut(actual, half))}  ${pc.dim(cut(assumptions.join(", "), half))}`,
		`      ${pc.dim(cut(curl, width - 6))}`,
	];
}

/** Returns the differences, those of the most responses first. */
export function formatDifferences(
	verification: Verification,
	width: number,
	isVerbose: boolean,
): string[] {
	const differences = summarizeDifferences(verification);
	if (differences.length === 0) return [];
	const detailed =
		isVerbose || differences.length <= MAX_ALL
			? differences.length
			: MAX_DETAILED;
	const listed = isVerbose ? differences.length : MAX_DETAILED + MAX_LISTED;
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
	verification: Verification,
	width: number,
	isVerbose: boolean,
): string[] {
	const reasons = groupNotReached(verification);
	if (reasons.length === 0) return [];
	const shown = isVerbose ? reasons : reasons.slice(0, MAX_REASONS);
	const { length } = verification.report.notReached;
	return [
		`  ${pc.bold(`${plural(length, "check")} not reached`)}, which is neither good nor bad`,
		...shown.flatMap(([because, descriptions]) => [
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
