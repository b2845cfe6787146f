import type {
	AssumptionResult,
	InteractionResult,
	Verification,
} from "./report.ts";

type Bound = Pick<Verification, "strict" | "confirmed">;

/** Whether the provider is at fault where the interaction fails, and not just different from what we assume. */
export const isBinding = (
	{ strict }: Bound,
	{ provenance }: Pick<InteractionResult, "provenance">,
): boolean => strict || provenance !== "assumed";

/** The same for an assumption that is refuted. */
export const bindsAssumption = (
	{ strict, confirmed }: Bound,
	{ id }: Pick<AssumptionResult, "id">,
): boolean => strict || confirmed.includes(id);
