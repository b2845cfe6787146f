import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { Verification } from "zaps-understudy/verify";
import { formatVerificationSummary } from "../../src/cli/verify/format-verification-summary.ts";
import { summarizeResults } from "../../src/verification/reports/results.ts";
import { ALL_TOGETHER, DIFFERENCES } from "../provider/differences.ts";
import { describeAlone, isReported, verifyWith } from "./describe-alone.ts";
import { isWhole } from "./sample.ts";

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

const SETS = [
	["the differences that do not hide others", HIDING, 0],
	["nearly all differences", [], 0.1],
] as const;

test.each(isWhole ? SETS : SETS.slice(0, 1))(
	"reports %s together, in a text of at most 40 lines, and --verbose prints the rest",
	async (_, hiding: readonly string[], share) => {
		// Late records cost time, as the checks of the search wait for them.
		const left = isWhole && share === 0 ? hiding : [...hiding, "audit-delayed"];
		const together = ALL_TOGETHER.filter((id) => !left.includes(id));
		const verification = await verifyWith(together);
		const missed = findMissed(verification, together);
		expect(missed.length, missed.join()).toBeLessThanOrEqual(
			together.length * share,
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
	},
	120_000,
);
