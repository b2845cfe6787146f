import type { SuiteUsedAssumptions } from "./used-assumptions-total.ts";

const count = (number: number, noun: string): string =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * What a suite rests on, in words: the assumptions that no real service has confirmed yet, refuted ones first.
 * @example
 * console.log(formatUsedAssumptions(await mock.usedAssumptions()));
 * // Your 48 tests rest on 6 unconfirmed assumptions: …
 */
export function formatUsedAssumptions({
	tests,
	exchanges,
	assumptions,
}: SuiteUsedAssumptions): string {
	const who =
		tests > 0
			? `Your ${count(tests, "test")} ${tests === 1 ? "rests" : "rest"}`
			: `Your ${count(exchanges, "exchange")} ${exchanges === 1 ? "rests" : "rest"}`;
	const open = assumptions.filter(({ status }) => status !== "confirmed");
	if (open.length === 0) return `${who} on no unconfirmed assumptions.`;
	const isRefuted = ({ status }: (typeof open)[number]): number =>
		status === "refuted" ? 1 : 0;
	return [
		`${who} on ${count(open.length, "unconfirmed assumption")}:`,
		...open
			.toSorted((a, b) => isRefuted(b) - isRefuted(a))
			.flatMap((each) => [
				`  ${each.id}${isRefuted(each) ? " (REFUTED)" : ""}: ${[
					...(tests > 0 ? [count(each.tests, "test")] : []),
					count(each.exchanges, "exchange"),
				].join(", ")}`,
				`    ${each.assumes}`,
			]),
		"Verify the real service to confirm or refute them: npx zaps-understudy verify <base-url> --record",
	].join("\n");
}
