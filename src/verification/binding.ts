import type {
	AssumptionResult,
	InteractionResult,
	Verification,
} from "./report.ts";

type Strictness = Pick<Verification, "strict" | "confirmed">;

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

export const isBindingRefutation = (
	{ strict, confirmed }: Strictness,
	{ id, verdict }: AssumptionResult,
): boolean => verdict === "refuted" && (strict || confirmed.includes(id));
