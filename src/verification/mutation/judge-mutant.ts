import type { Contract } from "../contract.ts";
import type { Verification } from "../report.ts";
import type { Mutant } from "./mutation.ts";
import type { MutantActivity } from "./start-mutant-proxy.ts";

/** Returns the checks that fail because of the mutant and would fail a build. */
export const findKillers = (
	{ exitCode, report }: Verification,
	{ checks }: Mutant,
): string[] =>
	exitCode === 1
		? report.interactions
				.filter(
					({ description, mismatches }) =>
						mismatches.length > 0 && checks.has(description),
				)
				.map(({ description }) => description)
		: [];

/** Returns why a client cannot tell an undetected mutant from the provider, or undefined if it can. */
export function explainEquivalence(
	{ mutation }: Mutant,
	{ applied, changed }: MutantActivity,
	{ documented }: Contract,
): string | undefined {
	// A mutation that never applied shows nothing.
	if (applied === 0) return undefined;
	if (mutation.isSemantic)
		return changed.length === 0
			? "the responses are the same, byte for byte"
			: undefined;
	return changed.length > 0 &&
		changed.every(
			({ target, request, response }) =>
				documented.findViolation(target, request, response) === undefined,
		)
		? "the document allows every changed exchange, including its request"
		: undefined;
}
