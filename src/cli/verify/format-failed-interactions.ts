import pc from "picocolors";
import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import type { Mismatch } from "../../verification/contract.ts";
import type {
	CheckSummary,
	VerificationResults,
} from "../../verification/reports/results.ts";
import { column, cut, findWidth, wrap } from "../terminal/columns.ts";

/** How many entries of a list are shown without `--verbose`. */
export const MAX_FIRST = 3;

/** Says how many entries of a list are not shown. */
export const formatMore = (total: number): string[] =>
	total > MAX_FIRST
		? [`    ${pc.dim(`and ${total - MAX_FIRST} more; see --verbose`)}`]
		: [];

const INDENT = " ".repeat(8);

/** Whether the message says more than the expected and the actual value, which are only an example of the rule. */
const isRule = ({ message }: Mismatch): boolean =>
	/\b(to match|to include|to contain|to set up)\b/.test(message);

function formatTable(mismatches: readonly Mismatch[], width: number): string[] {
	const whereWidth = Math.min(
		Math.max(findWidth(mismatches.map(({ where }) => where)), 5),
		Math.floor(width / 3),
	);
	const valueWidth = Math.floor((width - 8 - whereWidth - 4) / 2);
	const emptyWhere = " ".repeat(whereWidth);
	return [
		`${INDENT}${pc.dim(`${emptyWhere}  ${column("expected", valueWidth)}  actual`)}`,
		...mismatches.flatMap((mismatch) => {
			const { where, expected, actual, message } = mismatch;
			const row = `${INDENT}${column(where, whereWidth)}  ${pc.green(column(expected, valueWidth))}  ${pc.red(cut(actual, valueWidth))}`;
			const rule = `${INDENT}${emptyWhere}  ${pc.dim(cut(message, width - 10 - whereWidth))}`;
			return isRule(mismatch) ? [row, rule] : [row];
		}),
	];
}

/** Returns the names of further checks, on as many lines as they need. */
function listNames(
	label: string,
	results: readonly CheckSummary[],
	width: number,
	indent: string,
): string[] {
	if (results.length === 0) return [];
	const names = results.map(
		({ description }, index) =>
			cut(description, width - 9) + (index < results.length - 1 ? ";" : ""),
	);
	const words = [`and ${names.length} more${label}:`, ...names];
	return wrap(words, width - 8).map((line) => `${indent}${pc.dim(line)}`);
}

function formatGroup(
	results: readonly [CheckSummary, ...CheckSummary[]],
	width: number,
	isVerbose: boolean,
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
	const hidden = decisive.length - listed.length;
	const others = mismatches.length - decisive.length;
	return [
		...names,
		...formatTable(listed, width),
		...(hidden > 0 ? [`${INDENT}${pc.dim(`and ${hidden} more`)}`] : []),
		...(others > 0
			? [`${INDENT}${pc.dim(`and ${others} more that follow from it`)}`]
			: []),
	];
}

/**
 * Returns the failed interactions with their expected and actual values, grouped by the reason of the failure.
 * @param isVerbose whether to list all; otherwise, only those that fail the build and that no difference explains, of
 * which only the first have values
 */
export function formatFailedInteractions(
	{ checks, unexplained }: VerificationResults,
	width: number,
	isVerbose: boolean,
): string[] {
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
			...formatGroup(group, width, isVerbose),
		]),
		...listNames("", groups.slice(detailed.length).flat(), width, "    "),
	];
}
