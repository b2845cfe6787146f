import pc from "picocolors";
import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import type { Mismatch } from "../../verification/contract.ts";
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
import { column, cut, findWidth } from "../terminal/columns.ts";
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
	];
}

const INDENT = " ".repeat(8);

/** Whether the message contains more than the expected and the actual value. These are only an example then. */
const isRule = ({ message }: Mismatch): boolean =>
	/\b(to match|to include|to contain|to set up)\b/.test(message);

function formatMismatches(
	mismatches: readonly Mismatch[],
	width: number,
): string[] {
	const whereWidth = Math.min(
		Math.max(findWidth(mismatches.map(({ where }) => where)), 5),
		Math.floor(width / 3),
	);
	const valueWidth = Math.floor((width - 12 - whereWidth) / 2);
	const start = INDENT + " ".repeat(whereWidth);
	return [
		`${INDENT}${pc.dim(`${" ".repeat(whereWidth)}  ${column("expected", valueWidth)}  actual`)}`,
		...mismatches.flatMap((mismatch) => {
			const { where, expected, actual, message } = mismatch;
			const row = `${INDENT}${column(where, whereWidth)}  ${pc.green(column(expected, valueWidth))}  ${pc.red(cut(actual, valueWidth))}`;
			const rule = `${start}  ${pc.dim(cut(message, width - 10 - whereWidth))}`;
			return isRule(mismatch) ? [row, rule] : [row];
		}),
	];
}

/** Returns the names of further checks, on as many lines as needed. */
function listNames(
	label: string,
	results: readonly CheckSummary[],
	width: number,
	indent: string,
): string[] {
	if (results.length === 0) return [];
	const names = results.map(({ description }) => cut(description, width - 9));
	const words = `and ${names.length} more${label}:\n${names.join(";\n")}`;
	return wrap(words.split("\n"), width - 8).map(
		(line) => `${indent}${pc.dim(line)}`,
	);
}

function formatGroup(
	results: readonly [CheckSummary, ...CheckSummary[]],
	{ width, isVerbose }: VerificationView,
): string[] {
	const [{ mismatches, decisive, notVerified }] = results;
	const shown = isVerbose ? results : results.slice(0, 1);
	const names = shown.map(({ description, binds }) => {
		const failed = binds ? pc.red("✗") : pc.yellow("✗");
		const mark = notVerified === undefined ? failed : pc.yellow("?");
		const note = binds ? "binding" : "not binding";
		return `    ${mark} ${column(description, width - 6 - 13)}  ${pc.dim(note)}`;
	});
	names.push(
		...listNames(" like it", results.slice(shown.length), width, INDENT),
	);
	if (notVerified !== undefined)
		return [...names, `${INDENT}${pc.yellow(cut(notVerified, width - 8))}`];
	const listed = isVerbose ? decisive : decisive.slice(0, 2);
	const formatRest = (count: number, note = ""): string[] =>
		count > 0 ? [`${INDENT}${pc.dim(`and ${count} more${note}`)}`] : [];
	return [
		...names,
		...formatMismatches(listed, width),
		...formatRest(decisive.length - listed.length),
		...formatRest(mismatches.length - decisive.length, " that follow from it"),
	];
}

/**
 * Returns the failed interactions with their expected and actual values, grouped by reason. Unless verbose, returns
 * only failures that fail the build and that no difference explains, and values only for the first ones.
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
	const groups = groupBy(failed, ({ decisive, mismatches, notVerified }) =>
		JSON.stringify([decisive, mismatches.length, notVerified]),
	);
	const detailed = groups.slice(0, isVerbose ? undefined : MAX_FIRST);
	return [
		`  ${pc.bold(isVerbose ? `${failed.length} of ${checks.length} interactions failed` : `${plural(failed.length, "failed check")} that no difference explains`)}`,
		...detailed.flatMap((group) => [
			...(isVerbose ? [""] : []),
			...formatGroup(group, view),
		]),
		...listNames("", groups.slice(detailed.length).flat(), width, "    "),
	];
}
