import { describe, expect, test } from "vitest";
import { type Difference, verify } from "zaps-understudy/verify";
import { ALL_TOGETHER, DIFFERENCES } from "../provider/differences.ts";
import { startService } from "../provider/server.ts";

type Known = (typeof DIFFERENCES)[number];

async function findDifferences(differences: readonly string[]) {
	await using service = await startService({ differences });
	return (await verify(service.url)).report;
}

/** Whether one of the differences is the one that the table describes. */
function isReported(
	{ where, text }: Known["reported"],
	found: readonly Difference[],
): boolean {
	return found.some(({ expected, actual, checks = [], ...difference }) => {
		const [first = "", second] = text;
		return (
			difference.where.startsWith(where) &&
			(second === undefined
				? checks.some((check) => check.includes(first))
				: expected.includes(first) && actual.includes(second))
		);
	});
}

describe.each(DIFFERENCES)("$id", ({ id, operations, reported }) => {
	test("is reported alone, at its operations", async () => {
		const { differences, additional } = await findDifferences([id]);
		expect(differences.length).toBeLessThanOrEqual(reported.max);
		if (reported.max > 0) expect(isReported(reported, differences)).toBe(true);
		if (operations !== "*")
			for (const { operation } of differences)
				expect(operations.split(" ")).toContain(operation);
		if (id === "properties-added" || id === "headers-spelled")
			expect(additional).not.toEqual([]);
		else
			expect(additional).toEqual(
				id === "total-added" ? ["listZaps $.total", "searchAudit $.total"] : [],
			);
	});
});

/** JSON hides the names of metrics, and the order hides pages that move. */
const HIDING = ["metrics-json", "zaps-oldest-first"];

test.each([
	["nearly all differences", [], 0.1],
	["the differences that do not hide others", HIDING, 0],
])("reports %s together", async (_, without, missing) => {
	const together = ALL_TOGETHER.filter((id) => !without.includes(id));
	const { differences } = await findDifferences(together);
	const missed = DIFFERENCES.filter(({ id }) => together.includes(id))
		.filter(({ reported }) => !isReported(reported, differences))
		.map(({ id }) => id);
	expect(missed.length, missed.join()).toBeLessThanOrEqual(
		together.length * missing,
	);
});
