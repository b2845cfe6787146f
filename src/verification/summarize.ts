import type { Provenance, VerificationReport } from "./report.ts";

const count = (
	results: readonly { readonly verdict: string }[],
	verdict: string,
): number => results.filter((each) => each.verdict === verdict).length;

/** Counts the results of each category. */
export function summarize(
	{
		surface,
		interactions,
		assumptions,
	}: Pick<VerificationReport, "surface" | "interactions" | "assumptions">,
	confirmed: readonly string[],
): VerificationReport["summary"] {
	const assumed = assumptions.filter(({ id }) => !confirmed.includes(id));
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
