import type {
	AssumptionResult,
	InteractionResult,
	Provenance,
	Verification,
	VerificationReport,
} from "./report.ts";

/** A verification whose exit code may still be undecided. */
export type Unjudged = Omit<Verification, "exitCode">;

export const isUsed = ({ used }: Unjudged, id: string): boolean =>
	used?.assumptions.some((each) => each.id === id) ?? false;

export const isBindingAssumption = (
	verification: Unjudged,
	id: string,
): boolean =>
	verification.strict ||
	verification.confirmed.includes(id) ||
	isUsed(verification, id);

/** Whether a failure of the interaction fails the build. If differences explain the failure, they decide. */
export function isBinding(
	verification: Unjudged,
	{ provenance, description }: InteractionResult,
): boolean {
	if (verification.strict || provenance === "external") return true;
	const isConfirmed = provenance === "confirmed";
	const causes = verification.report.differences.filter(({ explains }) =>
		explains.includes(description),
	);
	if (causes.length === 0) return isConfirmed;
	return causes.some(({ assumptions }) =>
		assumptions.length === 0
			? isConfirmed
			: assumptions.some((id) => isBindingAssumption(verification, id)),
	);
}

export const isBindingFailure = (
	verification: Unjudged,
	result: InteractionResult,
): boolean =>
	!result.passed &&
	result.notVerified === undefined &&
	!result.accessDenied &&
	isBinding(verification, result);

export const isBindingRefutation = (
	verification: Unjudged,
	{ id, verdict }: AssumptionResult,
): boolean => verdict === "refuted" && isBindingAssumption(verification, id);

/** Whether a binding check failed. */
export const isBroken = (verification: Unjudged): boolean => {
	const { surface, interactions, assumptions } = verification.report;
	return (
		surface.some(({ verdict }) => verdict === "failed") ||
		interactions.some((each) => isBindingFailure(verification, each)) ||
		assumptions.some((each) => isBindingRefutation(verification, each))
	);
};

/** Returns the exit code. If both 1 and 2 apply, it is 1. */
export function decideExitCode(verification: Unjudged): Verification {
	const exitCode = verification.notices.length > 0 ? 2 : 0;
	return { ...verification, exitCode: isBroken(verification) ? 1 : exitCode };
}

/** Counts the results of each category. */
export function summarize(
	report: Pick<VerificationReport, "surface" | "interactions" | "assumptions">,
	confirmed: readonly string[],
): VerificationReport["summary"] {
	const { surface, interactions, assumptions } = report;
	const assumed = assumptions.filter(({ id }) => !confirmed.includes(id));
	const count = (results: readonly { verdict: string }[], verdict: string) =>
		results.filter((each) => each.verdict === verdict).length;
	const countInteractions = (provenance: Provenance) => {
		const all = interactions.filter((each) => each.provenance === provenance);
		const passed = all.filter((each) => each.passed).length;
		return { passed, failed: all.length - passed };
	};
	return {
		specified: {
			passed: count(surface, "passed"),
			failed: count(surface, "failed"),
		},
		confirmed: countInteractions("confirmed"),
		assumed: {
			held: count(assumed, "held"),
			refuted: count(assumed, "refuted"),
			untested: count(assumed, "untested"),
		},
		external: countInteractions("external"),
	};
}
