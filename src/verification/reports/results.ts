import { findDecisiveMismatches } from "../../document/judgment/blame.ts";
import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import {
	isBinding,
	isBindingFailure,
	isBindingRefutation,
	isBroken,
	isUsed,
} from "../binding.ts";
import type { Mismatch } from "../contract.ts";
import type {
	AssumptionResult,
	AssumptionVerdict,
	InteractionResult,
	SurfaceResult,
	Verification,
} from "../report.ts";
import {
	type DifferenceSummary,
	summarizeDifferences,
} from "./summarize-differences.ts";

/** An interaction or probe, as the reports show it. */
export interface CheckSummary extends InteractionResult {
	readonly outcome:
		| "passed"
		| "failed"
		/** A difference says why it failed. */
		| "explained"
		/** It failed, but that does not fail the build. */
		| "not binding"
		| "not verified"
		| "not reached";
	/** Whether a failure fails the build. */
	readonly binds: boolean;
	/** The differences that explain its failure. */
	readonly causes: readonly DifferenceSummary[];
	/** The mismatches from which all others follow. */
	readonly decisive: readonly Mismatch[];
}

export interface AssumptionSummary extends AssumptionResult {
	/** Whether its refutation fails the build. */
	readonly binds: boolean;
	/** What says already that it is refuted. */
	readonly explainedBy?: "difference" | "check" | undefined;
}

/** A verification as every format shows it. */
export interface VerificationResults extends Verification {
	readonly verdict: string;
	/** Names the ledger. Without one, a wrong working directory would go unnoticed. */
	readonly ledgerNote: string;
	/** The binding ones first. */
	readonly differences: readonly DifferenceSummary[];
	readonly checks: readonly CheckSummary[];
	/** The failed checks that fail the build, and of which neither a difference nor a missing operation says why. */
	readonly unexplained: readonly CheckSummary[];
	/** The number of failed checks that fail the build. */
	readonly broken: number;
	/** The checks that were not reached, by the reason. */
	readonly notReached: readonly {
		readonly because: string;
		readonly descriptions: readonly string[];
	}[];
	readonly assumptions: readonly AssumptionSummary[];
	readonly byVerdict: Readonly<
		Record<AssumptionVerdict, readonly AssumptionSummary[]>
	>;
	/** The operations that do not work. */
	readonly missing: readonly SurfaceResult[];
	readonly notVerified: readonly SurfaceResult[];
}

function summarizeCheck(
	verification: Verification,
	differences: readonly DifferenceSummary[],
	result: InteractionResult,
): CheckSummary {
	const { description, passed, accessDenied, notVerified, mismatches } = result;
	const binds = isBinding(verification, result);
	const causes = differences.filter(({ explains }) =>
		explains.includes(description),
	);
	const findOutcome = (): CheckSummary["outcome"] => {
		if (passed) return "passed";
		if (accessDenied) return "not reached";
		if (notVerified === undefined && !binds) return "not binding";
		if (causes.length > 0) return "explained";
		return notVerified === undefined ? "failed" : "not verified";
	};
	const decisive = findDecisiveMismatches(mismatches);
	return { ...result, outcome: findOutcome(), binds, causes, decisive };
}

/** Decides once what every format shows: a format only renders it. */
export function summarizeResults(
	verification: Verification,
): VerificationResults {
	const { report, ledger } = verification;
	const { surface, interactions } = report;
	const differences = summarizeDifferences(verification);
	const checks = interactions.map((each) =>
		summarizeCheck(verification, differences, each),
	);
	const missing = surface.filter(({ verdict }) => verdict === "failed");
	const unexplained = checks.filter(
		({ outcome, operation }) =>
			outcome === "failed" &&
			!missing.some((each) => each.operation === operation),
	);
	const isIn = (
		all: readonly { readonly assumptions: readonly string[] }[],
		id: string,
	): boolean => all.some((each) => each.assumptions.includes(id));
	const assumptions = report.assumptions.map((each) => ({
		...each,
		binds: isBindingRefutation(verification, each),
		explainedBy: isIn(differences, each.id)
			? ("difference" as const)
			: isIn(unexplained, each.id)
				? ("check" as const)
				: undefined,
	}));
	const select = (verdict: AssumptionVerdict) =>
		assumptions.filter((each) => each.verdict === verdict);
	return {
		...verification,
		verdict: stateVerdict(verification),
		ledgerNote:
			ledger === undefined
				? "No ledger was found, so the statuses in the package apply"
				: `Ledger: ${ledger}`,
		...{ differences, checks, unexplained, missing, assumptions },
		notVerified: surface.filter(({ verdict }) => verdict === "not verified"),
		broken: interactions.filter((each) => isBindingFailure(verification, each))
			.length,
		notReached: groupBy(report.notReached, ({ because }) => because).map(
			(group) => ({
				because: group[0].because,
				descriptions: group.map(({ description }) => description),
			}),
		),
		byVerdict: {
			held: select("held"),
			refuted: select("refuted"),
			untested: select("untested"),
		},
	};
}

/** Returns the verdict of a verification. What the test suite depends on comes first. */
export function stateVerdict(verification: Verification): string {
	const { used, report, exitCode } = verification;
	if (!used) return stateResult(verification);
	const { tests, exchanges, assumptions } = used;
	const [count, noun] = tests > 0 ? [tests, "test"] : [exchanges, "exchange"];
	const select = (verdict: AssumptionVerdict): string[] =>
		report.assumptions
			.filter((each) => each.verdict === verdict)
			.map(({ id }) => id)
			.filter((id) => isUsed(verification, id));
	const refuted = select("refuted");
	const untested = select("untested");
	const sentences = [
		`Your ${plural(count, noun)} ${count === 1 ? "depends" : "depend"} on ${plural(assumptions.length, "assumption")}.`,
		`This service refutes ${refuted.length > 0 ? `${refuted.length}: ${refuted.join(", ")}` : "none of them"}.`,
	];
	const known = refuted.filter((id) => verification.refuted.includes(id));
	if (known.length > 0)
		sentences.push(
			`The ledger already records as refuted: ${known.join(", ")}.`,
		);
	if (untested.length > 0) sentences.push(`Untested: ${untested.join(", ")}.`);
	const others = { ...verification, used: undefined };
	if (exitCode === 2 || isBroken(others)) sentences.push(stateResult(others));
	return sentences.join(" ");
}

function stateResult(verification: Verification): string {
	const { report, exitCode, strict } = verification;
	const { surface, interactions, assumptions } = report;
	const failed = surface.filter(({ verdict }) => verdict === "failed").length;
	if (failed > 0)
		return `Failed: ${failed} of ${plural(surface.length, "operation")} of the specification ${failed === 1 ? "does" : "do"} not work.`;
	const refuted = assumptions.filter(
		({ verdict }) => verdict === "refuted",
	).length;
	const exist = `${surface.length} of ${plural(surface.length, "operation")} exist.`;
	const of = `${refuted} of ${plural(assumptions.length, "assumption")}`;
	if (exitCode === 1) {
		const binding = assumptions.filter((each) =>
			isBindingRefutation(verification, each),
		).length;
		const broken = interactions.filter((each) =>
			isBindingFailure(verification, each),
		).length;
		return binding > 0
			? `Failed: the service refutes ${strict ? of : `${plural(binding, "confirmed assumption")}`}.`
			: `Failed: ${plural(broken, "binding check")} failed.`;
	}
	if (exitCode === 2) return "Could not tell: something could not be verified.";
	if (refuted === 0)
		return `${exist} The service contradicts none of ${plural(assumptions.length, "assumption")}.`;
	const known = assumptions
		.filter(({ verdict }) => verdict === "refuted")
		.map(({ id }) => id)
		.filter((id) => verification.refuted.includes(id));
	if (known.length === 0)
		return `${exist} The service contradicts ${of}; none of them is binding (see --strict).`;
	const recorded = `recorded as refuted: ${known.join(", ")}`;
	return known.length === refuted
		? `${exist} The service contradicts ${of}; all of them are ${recorded}.`
		: `${exist} The service contradicts ${of}; ${known.length} of them ${known.length === 1 ? "is" : "are"} ${recorded}. None of the others is binding (see --strict).`;
}
