import pc from "picocolors";
import { isBinding } from "../verification/binding.ts";
import { findDecisiveMismatches } from "../verification/blame.ts";
import type { Mismatch } from "../verification/contract.ts";
import type {
	InteractionResult,
	Verification,
} from "../verification/report.ts";
import { column, cut } from "./columns.ts";
import { groupBy } from "./group-by.ts";

const consequences = ({ mismatches }: InteractionResult): number =>
	mismatches.length - findDecisiveMismatches(mismatches).length;

/** Those that failed for the same reason. */
const grouped = (results: readonly InteractionResult[]) =>
	groupBy(results, (result) =>
		JSON.stringify([
			findDecisiveMismatches(result.mismatches),
			consequences(result),
			result.notVerified,
		]),
	);

/** A rule is more than the example that stands for it; all else is said by what was expected and what came. */
const isRule = ({ message }: Mismatch): boolean =>
	/\b(to match|to include|to contain|needed to arrange)\b/.test(message);

function table(mismatches: readonly Mismatch[], width: number): string[] {
	const wheres = Math.min(
		Math.max(...mismatches.map(({ where }) => where.length), 5),
		Math.floor(width / 3),
	);
	const each = Math.floor((width - 8 - wheres - 4) / 2);
	const indent = " ".repeat(8);
	return [
		`${indent}${pc.dim(`${column("", wheres)}  ${column("expected", each)}  actual`)}`,
		...mismatches.flatMap((mismatch) => {
			const { where, expected, actual, message } = mismatch;
			const row = `${indent}${column(where, wheres)}  ${pc.green(column(expected, each))}  ${pc.red(cut(actual, each))}`;
			return isRule(mismatch)
				? [
						row,
						`${indent}${" ".repeat(wheres)}  ${pc.dim(cut(message, width - 10 - wheres))}`,
					]
				: [row];
		}),
	];
}

function told(
	verification: Verification,
	results: readonly [InteractionResult, ...InteractionResult[]],
	width: number,
): string[] {
	const names = results.map((result) => {
		const note = isBinding(verification, result) ? "binding" : "pending";
		const mark =
			result.notVerified !== undefined
				? pc.yellow("?")
				: isBinding(verification, result)
					? pc.red("✗")
					: pc.yellow("✗");
		return `    ${mark} ${column(result.description, width - 6 - 9)}  ${pc.dim(note)}`;
	});
	const [first] = results;
	if (first.notVerified !== undefined)
		return [
			...names,
			`        ${pc.yellow(cut(first.notVerified, width - 8))}`,
		];
	const more = consequences(first);
	const rest =
		more > 0
			? [`        ${pc.dim(`and ${more} more that follow from it`)}`]
			: [];
	return [
		...names,
		...table(findDecisiveMismatches(first.mismatches), width),
		...rest,
	];
}

/** Each interaction that failed, with what was expected beside what came; those that failed alike together. */
export function formatFailedInteractions(
	verification: Verification,
	width: number,
): string[] {
	const { interactions } = verification.report;
	const failed = interactions.filter(({ passed }) => !passed);
	if (failed.length === 0) return [];
	return [
		`  ${pc.bold(`${failed.length} of ${interactions.length} interactions failed`)}`,
		...grouped(failed).flatMap((group) => [
			"",
			...told(verification, group, width),
		]),
	];
}
