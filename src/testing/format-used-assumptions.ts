import type { SuiteUsedAssumptions } from "./sum-used-assumptions.ts";

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
		"Verify the real service to confirm or refute them: npx zaps-understudy verify <base-url> --record",
	].join("\n");
}
