import pc from "picocolors";
import { groupBy } from "../../values/group-by.ts";
import { isBinding } from "../../verification/binding.ts";
import { findDecisiveMismatches } from "../../verification/blame.ts";
import type { Mismatch } from "../../verification/contract.ts";
import type {
	InteractionResult,
	Verification,
} from "../../verification/report.ts";
import { column, cut, findWidth } from "../terminal/columns.ts";

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

function formatGroup(
	verification: Verification,
	results: readonly [InteractionResult, ...InteractionResult[]],
	width: number,
	isVerbose: boolean,
): string[] {
	const [{ mismatches, notVerified }] = results;
	const shown = isVerbose ? results : results.slice(0, 1);
	const names = shown.map((result) => {
		const binds = isBinding(verification, result);
		const failed = binds ? pc.red("✗") : pc.yellow("✗");
		const mark = notVerified === undefined ? failed : pc.yellow("?");
		const note = binds ? "binding" : "not binding";
		return `    ${mark} ${column(result.description, width - 6 - 13)}  ${pc.dim(note)}`;
	});
	if (results.length > shown.length)
		names.push(`${INDENT}${pc.dim(`and ${results.length - 1} like it`)}`);
	if (notVerified !== undefined)
		return [...names, `${INDENT}${pc.yellow(cut(notVerified, width - 8))}`];
	const decisive = findDecisiveMismatches(mismatches);
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
 * @param isVerbose whether to list all; otherwise, only the first of other pacts, since differences explain the others
 */
export function formatFailedInteractions(
	verification: Verification,
	width: number,
	isVerbose: boolean,
): string[] {
	const interactions = verification.report.interactions.filter(
		({ provenance }) => isVerbose || provenance === "external",
	);
	const failed = interactions.filter(({ passed }) => !passed);
	if (failed.length === 0) return [];
	const groups = groupBy(failed, ({ mismatches, notVerified }) =>
		JSON.stringify([
			findDecisiveMismatches(mismatches),
			mismatches.length,
			notVerified,
		]),
	);
	return [
		`  ${pc.bold(`${failed.length} of ${interactions.length} interactions ${isVerbose ? "" : "of other pacts "}failed`)}`,
		...groups
			.slice(0, isVerbose ? undefined : MAX_FIRST)
			.flatMap((group) => [
				...(isVerbose ? [""] : []),
				...formatGroup(verification, group, width, isVerbose),
			]),
		...(isVerbose ? [] : formatMore(groups.length)),
	];
}
