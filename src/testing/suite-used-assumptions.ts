import type { UsedAssumptions } from "../control/used-assumptions.ts";
import { commandLine } from "../values/command-line.ts";

/** The assumptions that the responses of a test suite depend on. */
export interface SuiteUsedAssumptions {
	/** How many tests received a response. 0 if exchanges cannot be assigned to tests. */
	readonly tests: number;
	readonly exchanges: number;
	/** The assumptions that at least one response depends on, sorted by how many tests use them. */
	readonly assumptions: readonly (UsedAssumptions["assumptions"][number] & {
		/** How many tests received a response that depends on the assumption. */
		readonly tests: number;
	})[];
}

/**
 * Adds up used assumptions.
 * @param tests one element for each test
 * @param other used assumptions of exchanges outside of tests
 */
export function sumUsedAssumptions(
	tests: readonly UsedAssumptions[],
	other: readonly UsedAssumptions[] = [],
): SuiteUsedAssumptions {
	const byId = new Map<string, SuiteUsedAssumptions["assumptions"][number]>();
	let exchanges = 0;
	for (const [index, used] of [...tests, ...other].entries()) {
		exchanges += used.exchanges;
		for (const each of used.assumptions) {
			const sum = byId.get(each.id) ?? { exchanges: 0, tests: 0 };
			byId.set(each.id, {
				...each,
				exchanges: sum.exchanges + each.exchanges,
				tests: sum.tests + (index < tests.length ? 1 : 0),
			});
		}
	}
	return {
		tests: tests.filter((used) => used.exchanges > 0).length,
		exchanges,
		assumptions: [...byId.values()].sort(
			(a, b) => b.tests - a.tests || b.exchanges - a.exchanges,
		),
	};
}

const count = (number: number, noun: string): string =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * Describes the unconfirmed assumptions that a test suite depends on, refuted ones first.
 * @example
 * console.log(formatUsedAssumptions(await mock.usedAssumptions()));
 * // Your 48 tests depend on 6 unconfirmed assumptions: …
 */
export function formatUsedAssumptions({
	tests,
	exchanges,
	assumptions,
}: SuiteUsedAssumptions): string {
	const [number, noun] = tests > 0 ? [tests, "test"] : [exchanges, "exchange"];
	const subject = `Your ${count(number, noun)} ${number === 1 ? "depends" : "depend"}`;
	const unconfirmed = assumptions.filter(
		({ status }) => status !== "confirmed",
	);
	if (unconfirmed.length === 0)
		return `${subject} on no unconfirmed assumptions.`;
	return [
		`${subject} on ${count(unconfirmed.length, "unconfirmed assumption")}:`,
		...["refuted", "assumed"].flatMap((wanted) =>
			unconfirmed
				.filter(({ status }) => status === wanted)
				.flatMap((each) => [
					`  ${each.id}${wanted === "refuted" ? " (REFUTED)" : ""}: ${tests > 0 ? `${count(each.tests, "test")}, ` : ""}${count(each.exchanges, "exchange")}`,
					`    ${each.assumes}`,
				]),
		),
		`Verify the real service to confirm or refute them: ${commandLine("verify <base-url> --record")}`,
	].join("\n");
}
