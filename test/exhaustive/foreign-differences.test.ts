import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { Verification } from "zaps-understudy/verify";
import { formatVerificationSummary } from "../../src/cli/verify/format-verification-summary.ts";
import { summarizeResults } from "../../src/verification/reports/results.ts";
import { ALL_TOGETHER, DIFFERENCES } from "../provider/differences.ts";
import { describeAlone, isReported, verifyWith } from "./describe-alone.ts";

describeAlone(DIFFERENCES.filter((_, index) => index % 2 === 0));

/** Returns those of the differences that the report does not show. */
const findMissed = (
	{ report }: Verification,
	together: readonly string[],
): string[] =>
	DIFFERENCES.filter(({ id }) => together.includes(id))
		.filter(({ reported }) => !isReported(reported, report.differences))
		.map(({ id }) => id);

/** JSON hides the names of metrics, and the order hides pages that move. */
const HIDING = ["metrics-json", "zaps-oldest-first"];

test("reports the differences that do not hide others together", async () => {
	const together = ALL_TOGETHER.filter((id) => !HIDING.includes(id));
	expect(findMissed(await verifyWith(together), together)).toEqual([]);
	// The checks of the search wait for late records.
}, 120_000);

test("reports nearly all differences together, in a text of at most 40 lines, and --verbose prints the rest", async () => {
	// Late records would only cost time.
	const together = ALL_TOGETHER.filter((id) => id !== "audit-delayed");
	const verification = await verifyWith(together);
	const missed = findMissed(verification, together);
	expect(missed.length, missed.join()).toBeLessThanOrEqual(
		together.length * 0.1,
	);
	const results = summarizeResults(verification);
	const print = (isVerbose: boolean): string =>
		stripVTControlCharacters(
			formatVerificationSummary(results, undefined, isVerbose),
		);
	const [brief, verbose] = [print(false), print(true)];
	const [, count = ""] =
		/^ {2}(\d+) differences; fix first:$/m.exec(brief) ?? [];
	expect(Number(count)).toBeGreaterThan(40);
	// Numbered are the groups of differences that have one cause.
	const listGroups = (text: string) => text.match(/^ {4}\d+\. .*\)$/gm) ?? [];
	const [, more = ""] = /and (\d+) more; see --verbose$/m.exec(brief) ?? [];
	expect(listGroups(brief)).toHaveLength(11);
	expect(listGroups(verbose)).toHaveLength(11 + Number(more));
	expect(brief.split("\n").length).toBeLessThanOrEqual(40);
	const all = Number(/(\d+) differences/.exec(verbose)?.[1]);
	expect(verbose.match(/^ {6}(\S.* \| )?curl -i /gm)).toHaveLength(all);
	expect(verbose).toContain("interactions failed");
}, 120_000);
