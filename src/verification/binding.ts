import type {
	AssumptionResult,
	InteractionResult,
	Verification,
} from "./report.ts";

type Strictness = Pick<Verification, "strict" | "confirmed" | "used">;

/** Whether a failure of the interaction fails the build. */
export const isBinding = (
	{ strict }: Strictness,
	{ provenance }: InteractionResult,
): boolean => strict || provenance !== "assumed";

export const isBindingFailure = (
	strictness: Strictness,
	result: InteractionResult,
): boolean =>
	!result.passed &&
	result.notVerified === undefined &&
	!result.accessDenied &&
	isBinding(strictness, result);

export const isUsed = (
	{ used }: Pick<Verification, "used">,
	id: string,
): boolean => used?.assumptions.some((each) => each.id === id) ?? false;

export const isBindingRefutation = (
	strictness: Strictness,
	{ id, verdict }: AssumptionResult,
): boolean =>
	verdict === "refuted" &&
	(strictness.strict ||
		strictness.confirmed.includes(id) ||
		isUsed(strictness, id));

/** Whether a binding check failed. */
export const isBroken = (
	strictness: Strictness,
	{
		surface,
		interactions,
		assumptions,
	}: Pick<Verification["report"], "surface" | "interactions" | "assumptions">,
): boolean =>
	surface.some(({ verdict }) => verdict === "failed") ||
	interactions.some((each) => isBindingFailure(strictness, each)) ||
	assumptions.some((each) => isBindingRefutation(strictness, each));
