import { describe, expect, test } from "vitest";
import {
	type Difference,
	type Verification,
	verify,
} from "zaps-understudy/verify";
import type { DIFFERENCES } from "../provider/differences.ts";
import { startService } from "../provider/server.ts";
import { sample } from "./sample.ts";

type Known = (typeof DIFFERENCES)[number];

export async function verifyWith(
	differences: readonly string[],
): Promise<Verification> {
	await using service = await startService({ differences });
	return await verify(service.url);
}

/** Whether one of the differences is the one that the table describes. */
export function isReported(
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

/** Tests that each of these differences is reported. Two files share them, so that two workers do. */
export function describeAlone(differences: readonly Known[]): void {
	describe.each(sample(differences))("$id", ({ id, operations, reported }) => {
		test("is reported alone, at its operations", async () => {
			const { report } = await verifyWith([id]);
			const { differences, additional } = report;
			expect(differences.length).toBeLessThanOrEqual(reported.max);
			if (reported.max > 0)
				expect(isReported(reported, differences)).toBe(true);
			if (operations !== "*")
				for (const { operation } of differences)
					expect(operations.split(" ")).toContain(operation);
			if (id === "properties-added" || id === "headers-spelled")
				expect(additional).not.toEqual([]);
			else
				expect(additional).toEqual(
					id === "total-added"
						? ["listZaps $.total", "searchAudit $.total"]
						: [],
				);
		}, 120_000);
	});
}
