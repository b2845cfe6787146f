import type { Contract } from "../contract.ts";
import type { Verification } from "../report.ts";
import type { Doings } from "./mutant-proxy.ts";
import type { Planned } from "./plan.ts";

export type Verdict =
	| { readonly kind: "killed" }
	| { readonly kind: "survived" }
	| { readonly kind: "equivalent"; readonly why: string };

/** The checks that a build would have failed for, because of a difference that the mutant made. */
export const killersOf = (
	{ exitCode, report }: Verification,
	{ checks }: Planned,
): string[] =>
	exitCode === 1
		? report.interactions
				.filter(
					({ description, mismatches }) =>
						mismatches.length > 0 && checks.has(description),
				)
				.map(({ description }) => description)
		: [];

/** Why a client cannot tell the mutant from the provider; undefined where it can. */
function equivalence(
	{ mutation }: Planned,
	{ tried, changed }: Doings,
	{ documented: described }: Contract,
): string | undefined {
	// What no check came across says nothing.
	if (tried === 0) return undefined;
	if (mutation.semantic)
		return changed.length === 0
			? "the answers are, byte for byte, what they were"
			: undefined;
	return changed.length > 0 &&
		changed.every(
			({ target, request, answer }) =>
				described.findViolation(target, request, answer) === undefined,
		)
		? "the document allows every exchange that it changed, the request included"
		: undefined;
}

/** What it means that no check told the mutant from the provider. */
export function judgeSurvivor(
	mutant: Planned,
	doings: Doings,
	contract: Contract,
): Verdict {
	const why = equivalence(mutant, doings, contract);
	return why === undefined ? { kind: "survived" } : { kind: "equivalent", why };
}
