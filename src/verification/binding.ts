import type {
	AssumptionResult,
	Difference,
	InteractionResult,
	Provenance,
	Verification,
	VerificationReport,
} from "./report.ts";

type Strictness = Pick<Verification, "strict" | "confirmed" | "used">;

/** What decides whether a check failed that fails the build. */
type Judged = Strictness & {
	readonly report: Pick<
		VerificationReport,
		"surface" | "interactions" | "assumptions" | "differences"
	>;
};

/** Returns the differences that explain why the check failed. */
export const findCauses = (
	{ report }: Pick<Judged, "report">,
	{ description }: Pick<InteractionResult, "description">,
): readonly Difference[] =>
	report.differences.filter(({ explains }) => explains.includes(description));

/** Whether a failure of the interaction fails the build. Differences that explain it decide, if there are any. */
export function isBinding(
	verification: Judged,
	result: InteractionResult,
): boolean {
	const { provenance } = result;
	if (verification.strict || provenance === "external") return true;
	const isConfirmed = provenance === "confirmed";
	const causes = findCauses(verification, result);
	if (causes.length === 0) return isConfirmed;
	return causes.some(({ assumptions }) =>
		assumptions.length === 0
			? isConfirmed
			: assumptions.some((id) => isBindingAssumption(verification, id)),
	);
}

export const isBindingFailure = (
	verification: Judged,
	result: InteractionResult,
): boolean =>
	!result.passed &&
	result.notVerified === undefined &&
	!result.accessDenied &&
	isBinding(verification, result);

export const isUsed = (
	{ used }: Pick<Verification, "used">,
	id: string,
): boolean => used?.assumptions.some((each) => each.id === id) ?? false;

export const isBindingAssumption = (
	strictness: Strictness,
	id: string,
): boolean =>
	strictness.strict ||
	strictness.confirmed.includes(id) ||
	isUsed(strictness, id);

export const isBindingRefutation = (
	strictness: Strictness,
	{ id, verdict }: AssumptionResult,
): boolean => verdict === "refuted" && isBindingAssumption(strictness, id);

/** Whether a binding check failed. */
export const isBroken = (verification: Judged): boolean => {
	const { surface, interactions, assumptions } = verification.report;
	return (
		surface.some(({ verdict }) => verdict === "failed") ||
		interactions.some((each) => isBindingFailure(verification, each)) ||
		assumptions.some((each) => isBindingRefutation(verification, each))
	);
};

/** The exit code 1 prevails over 2. */
export function decideExitCode(
	verification: Judged & Pick<Verification, "notices">,
): Verification["exitCode"] {
	if (isBroken(verification)) return 1;
	return verification.notices.length > 0 ? 2 : 0;
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
