import { decideExitCode } from "../binding.ts";
import type { Verification } from "../report.ts";
import { summarize } from "../summarize.ts";

/** Returns the verification as a ledger judges it that has its refutations: these are no longer confirmed. */
export function adoptVerdicts(verification: Verification): Verification {
	const { report } = verification;
	const refuted = report.assumptions
		.filter(({ verdict }) => verdict === "refuted")
		.map(({ id }) => id);
	const confirmed = verification.confirmed.filter(
		(id) => !refuted.includes(id),
	);
	const interactions = report.interactions.map((result) =>
		result.provenance === "confirmed" &&
		result.assumptions.some((id) => refuted.includes(id))
			? { ...result, provenance: "assumed" as const }
			: result,
	);
	const adopted = {
		...verification,
		confirmed,
		refuted,
		report: {
			...report,
			interactions,
			summary: summarize({ ...report, interactions }, confirmed),
		},
	};
	return { ...adopted, exitCode: decideExitCode(adopted) };
}
