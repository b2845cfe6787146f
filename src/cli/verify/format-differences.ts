import pc from "picocolors";
import { plural } from "../../values/plural.ts";
import {
	type DifferenceGroup,
	listGroups,
	type UnreachedChecks,
} from "../../verification/reports/group-differences.ts";
import type {
	CheckSummary,
	VerificationResults,
} from "../../verification/reports/results.ts";
import type { DifferenceSummary } from "../../verification/reports/summarize-differences.ts";
import { cut } from "../terminal/columns.ts";
import { wrap } from "../terminal/layout.ts";

/** The results of a verification, and the settings for printing them. */
export interface VerificationView extends VerificationResults {
	/** The width in columns; infinite if the output is not a terminal, so that nothing is cut. */
	readonly width: number;
	/** Whether to list everything. Otherwise, the list fits on a screen. */
	readonly isVerbose: boolean;
	/** Whether `--record` was passed. */
	readonly isRecording: boolean;
}

/** How many entries of most lists are shown without `--verbose`. */
const MAX_FIRST = 3;

/**
 * Returns the lines of the first entries, followed by a line about the other entries.
 * @param describe names the other entries
 */
export function listFirst<Entry>(
	{ isVerbose }: VerificationView,
	entries: readonly Entry[],
	format: (entry: Entry, index: number) => readonly string[],
	max: number = MAX_FIRST,
	describe = (left: number): string => `and ${left} more`,
): string[] {
	const shown = isVerbose ? entries : entries.slice(0, max);
	const left = entries.length - shown.length;
	const lines = shown.flatMap(format);
	if (left > 0) lines.push(`    ${pc.dim(`${describe(left)}; see --verbose`)}`);
	return lines;
}

/**
 * The maximum number of lines for all differences, without headings. The titles of all differences take precedence
 * over the details of the first ones.
 */
const MAX_LINES = 15;
/** The number of differences that have details in any case. */
const MIN_DETAILED = 2;
/** The number of lines with details below a title. */
const DETAIL_LINES = 2;
const MAX_TITLES = MAX_LINES - MIN_DETAILED * DETAIL_LINES;

/** The maximum width of a value, even if lines are not cut. Reports contain the whole value. */
const MAX_VALUE = 120;

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

/** Returns the title of a group, with details of its first difference or of all. */
function formatDifferenceGroup(
	{ number, name, weight, differences }: DifferenceGroup,
	{ width, isVerbose }: VerificationView,
	isDetailed: boolean,
): string[] {
	const [first, ...others] = differences;
	const start = `${number}. `;
	const end = ` (${weight})`;
	const title = cut(start + name, width - 4 - end.length);
	const all = others.map((each) => [
		`      ${cut(each.name, width - 6)}`,
		...formatDetails(each, width),
	]);
	return [
		`    ${title}${pc.dim(end)}`,
		...(isVerbose && all.length > 0
			? [`      ${cut(first.name, width - 6)}`]
			: []),
		...(isVerbose || isDetailed ? formatDetails(first, width) : []),
		...(isVerbose ? all.flat() : []),
	];
}

/** Returns the differences: first the ones to fix first, then the others by operation. */
export function formatDifferences(view: VerificationView): string[] {
	const { differences, causes, byOperation } = view;
	const groups = listGroups(view);
	if (groups.length === 0) return [];
	const listed = Math.min(groups.length, MAX_TITLES);
	const detailed = Math.floor((MAX_LINES - listed) / DETAIL_LINES);
	const heading = byOperation.length > 0 ? "; fix first:" : "";
	const format = (group: DifferenceGroup, index: number): string[] => [
		...(index === causes.length ? [`  ${pc.bold("Others by operation")}`] : []),
		...formatDifferenceGroup(group, view, index < detailed),
	];
	return [
		`  ${pc.bold(`${plural(differences.length, "difference")}${heading}`)}`,
		...listFirst(view, groups, format, listed),
	];
}

/** Returns why checks were not reached, with the number of checks. */
export function formatNotReached(view: VerificationView): string[] {
	const { report, notReached: reasons, width, isVerbose } = view;
	if (reasons.length === 0) return [];
	const format = ({ because, cause, descriptions }: UnreachedChecks) => [
		`    ${cut(because, width - 24)}: ${plural(descriptions.length, "check")}${cause ? `, see ${cause.number}` : ""}`,
		...(isVerbose ? descriptions : []).map(
			(each) => `      ${pc.dim(cut(each, width - 6))}`,
		),
	];
	return [
		`  ${pc.bold(`${plural(report.notReached.length, "check")} not reached`)}, which is neither good nor bad`,
		...listFirst(
			view,
			reasons,
			format,
			MAX_FIRST,
			(left) => `and for ${plural(left, "other reason")}`,
		),
		...(reasons.some(({ cause }) => cause?.differences[0].topic === "rejection")
			? [
					"    If you know a request that the service accepts, pass it with --examples.",
				]
			: []),
	];
}

/** Returns a failed check with its reason, or the first mismatches. */
function formatFailure(
	{ description, binds, notVerified, decisive, mismatches }: CheckSummary,
	{ width, isVerbose }: VerificationView,
): string[] {
	const failed = binds ? pc.red("✗") : pc.yellow("✗");
	const mark = notVerified === undefined ? failed : pc.yellow("?");
	const shown = isVerbose ? mismatches : decisive.slice(0, 2);
	const reasons =
		notVerified === undefined
			? shown.map(({ where, message }) => `${where}: ${message}`)
			: [notVerified];
	return [
		`    ${mark} ${cut(description, width - 6)}`,
		...reasons.map((each) => `        ${pc.dim(cut(each, width - 8))}`),
	];
}

/**
 * Returns the failed interactions with their mismatches. Unless verbose, returns only failures that fail the build and
 * that no difference explains, and mismatches only of the first ones.
 */
export function formatFailedInteractions(view: VerificationView): string[] {
	const { checks, unexplained, width, isVerbose } = view;
	const failed = checks.filter(
		(each) =>
			!each.passed &&
			(isVerbose ||
				each.provenance === "external" ||
				unexplained.includes(each)),
	);
	if (failed.length === 0) return [];
	const detailed = failed.slice(0, isVerbose ? undefined : MAX_FIRST);
	const others = failed
		.slice(detailed.length)
		.map(({ description }) => cut(description, width - 6));
	return [
		`  ${pc.bold(isVerbose ? `${failed.length} of ${checks.length} interactions failed` : `${plural(failed.length, "failed check")} that no difference explains`)}`,
		...detailed.flatMap((each) => formatFailure(each, view)),
		...wrap(others.join(";\n").split("\n"), width - 4).map(
			(line) => `    ${pc.dim(line)}`,
		),
	];
}
