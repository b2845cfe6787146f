import type { UsedAssumptions } from "../control/control.ts";
import { commandLine } from "../values/command-line.ts";
import { plural } from "../values/plural.ts";

/** The assumptions that the responses of a test suite depend on. */
export interface SuiteUsedAssumptions {
	/** The number of tests that received a response. 0 if exchanges cannot be assigned to tests. */
	readonly tests: number;
	readonly exchanges: number;
	/** The assumptions that at least one response depends on, sorted by the number of tests. */
	readonly assumptions: readonly (UsedAssumptions["assumptions"][number] & {
		/** The number of tests that received a response that depends on the assumption. */
		readonly tests: number;
	})[];
}

/**
 * Adds up used assumptions.
 * @param tests one element for each test
 * @param other the assumptions used by exchanges outside of tests
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

const listUnconfirmed = ({ assumptions }: SuiteUsedAssumptions) =>
	["refuted", "assumed"].flatMap((wanted) =>
		assumptions.filter(({ status }) => status === wanted),
	);

/** Returns a sentence with the number of unconfirmed assumptions that a test suite depends on. */
export function summarizeUsedAssumptions(used: SuiteUsedAssumptions): string {
	const { tests, exchanges } = used;
	const [number, noun] = tests > 0 ? [tests, "test"] : [exchanges, "exchange"];
	const unconfirmed = listUnconfirmed(used);
	const refuted = unconfirmed.filter(({ status }) => status === "refuted");
	const what =
		unconfirmed.length === 0
			? "no unconfirmed assumptions"
			: plural(unconfirmed.length, "unconfirmed assumption");
	return `Your ${plural(number, noun)} ${number === 1 ? "depends" : "depend"} on ${what}${refuted.length > 0 ? `, ${refuted.length} of them REFUTED` : ""}.`;
}

/**
 * Describes the unconfirmed assumptions that a test suite depends on, refuted ones first.
 * @example
 * console.log(formatUsedAssumptions(await mock.usedAssumptions()));
 * // Your 48 tests depend on 6 unconfirmed assumptions: …
 */
export function formatUsedAssumptions(used: SuiteUsedAssumptions): string {
	const unconfirmed = listUnconfirmed(used);
	const summary = summarizeUsedAssumptions(used);
	if (unconfirmed.length === 0) return summary;
	return [
		summary.replace(/\.$/, ":"),
		...unconfirmed.flatMap(({ id, status, tests, exchanges, assumes }) => [
			`  ${id}${status === "refuted" ? " (REFUTED)" : ""}: ${used.tests > 0 ? `${plural(tests, "test")}, ` : ""}${plural(exchanges, "exchange")}`,
			`    ${assumes}`,
		]),
		`Verify the real service to confirm or refute them: ${commandLine("verify <base-url> --record")}`,
	].join("\n");
}
