import { findDecisiveMismatches } from "../../document/judgment/blame.ts";
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
	type DifferenceGroup,
	type GroupedDifferences,
	groupDifferences,
	groupUnreached,
	listGroups,
	type UnreachedChecks,
} from "./group-differences.ts";
import {
	type DifferenceSummary,
	summarizeDifferences,
} from "./summarize-differences.ts";

/** An interaction or probe, for reports. */
export interface CheckSummary extends InteractionResult {
	readonly outcome:
		| "passed"
		| "failed"
		/** The check failed, and a difference explains the failure. */
		| "explained"
		/** The check failed, but this does not fail the build. */
		| "not binding"
		| "not verified"
		| "not reached";
	/** Whether a failure fails the build. */
	readonly binds: boolean;
	/** The differences that explain the failure. */
	readonly causes: readonly DifferenceSummary[];
	/** The mismatches that cause all others. */
	readonly decisive: readonly Mismatch[];
}

export interface AssumptionSummary extends AssumptionResult {
	/** Whether refuting the assumption fails the build. */
	readonly binds: boolean;
	/** The part of the report that already shows the refutation. */
	readonly explainedBy?: "difference" | "check" | undefined;
	/** The first differences that refute the assumption, or because of which it could not be tested. */
	readonly causes: readonly DifferenceGroup[];
	/** The reason for the verdict, in the words of the first difference if there is one. */
	readonly reason: string;
}

/** A verification for all report formats. */
export interface VerificationResults extends Verification, GroupedDifferences {
	readonly verdict: string;
	/** A sentence that names the ledger, so that a wrong working directory is noticed. */
	readonly ledgerNote: string;
	/** In the order of the groups. */
	readonly differences: readonly DifferenceSummary[];
	readonly checks: readonly CheckSummary[];
	/** The failed binding checks that neither a difference nor a missing operation explains. */
	readonly unexplained: readonly CheckSummary[];
	/** The number of failed binding checks. */
	readonly broken: number;
	/** The checks that were not reached, grouped by reason. */
	readonly notReached: readonly UnreachedChecks[];
	readonly assumptions: readonly AssumptionSummary[];
	readonly byVerdict: Readonly<
		Record<AssumptionVerdict, readonly AssumptionSummary[]>
	>;
	/** The missing operations. */
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

type NamesAssumptions = readonly { readonly assumptions: readonly string[] }[];

const isIn = (all: NamesAssumptions, id: string): boolean =>
	all.some(({ assumptions }) => assumptions.includes(id));

/** Computes the contents of all report formats. The formats only render them. */
export function summarizeResults(
	verification: Verification,
): VerificationResults {
	const { report, ledger } = verification;
	const grouped = groupDifferences(report, summarizeDifferences(verification));
	const groups = listGroups(grouped);
	const differences = groups.flatMap((group) => group.differences);
	const checks = report.interactions.map((each) =>
		summarizeCheck(verification, differences, each),
	);
	const select = (verdict: SurfaceResult["verdict"]): SurfaceResult[] =>
		report.surface.filter((each) => each.verdict === verdict);
	const missing = select("failed");
	const unexplained = checks.filter(
		({ outcome, operation }) =>
			outcome === "failed" &&
			!missing.some((each) => each.operation === operation),
	);
	const explain = (id: string): AssumptionSummary["explainedBy"] => {
		if (isIn(differences, id)) return "difference";
		return isIn(unexplained, id) ? "check" : undefined;
	};
	const findCauses = ({ id, verdict }: AssumptionResult): DifferenceGroup[] => {
		if (verdict === "held") return [];
		const refuting = groups.filter((group) => isIn(group.differences, id));
		if (verdict === "refuted") return refuting;
		const failed = checks.filter(
			({ passed, assumptions }) => !passed && assumptions.includes(id),
		);
		return groups.filter((group) =>
			failed.some((check) =>
				group.differences.some((each) => check.causes.includes(each)),
			),
		);
	};
	const assumptions = report.assumptions.map((each) => {
		const causes = findCauses(each);
		const [first] = causes;
		const start = each.verdict === "untested" ? "not tested because of " : "";
		return {
			...each,
			binds: isBindingRefutation(verification, each),
			explainedBy: explain(each.id),
			causes,
			reason: first ? `${start}${first.shortName}` : each.why,
		};
	});
	const results = {
		...verification,
		ledgerNote:
			ledger === undefined
				? "No ledger was found, so the statuses in the package apply"
				: `Ledger: ${ledger}`,
		...grouped,
		differences,
		...{ checks, unexplained, missing, assumptions },
		notVerified: select("not verified"),
		broken: checks.filter((each) => isBindingFailure(verification, each))
			.length,
		notReached: groupUnreached(report, groups),
		byVerdict: {
			held: assumptions.filter(({ verdict }) => verdict === "held"),
			refuted: assumptions.filter(({ verdict }) => verdict === "refuted"),
			untested: assumptions.filter(({ verdict }) => verdict === "untested"),
		},
	};
	return { ...results, verdict: stateVerdict(results) };
}

type Unjudged = Omit<VerificationResults, "verdict">;

/** Returns the verdict of a verification. The assumptions of the test suite come first. */
function stateVerdict(results: Unjudged): string {
	const { used, byVerdict, exitCode, refuted: recorded } = results;
	if (!used) return stateResult(results);
	const { tests, exchanges, assumptions } = used;
	const [count, noun] = tests > 0 ? [tests, "test"] : [exchanges, "exchange"];
	const selectUsed = (all: readonly AssumptionSummary[]): string[] =>
		all.map(({ id }) => id).filter((id) => isUsed(results, id));
	const refuted = selectUsed(byVerdict.refuted);
	const untested = selectUsed(byVerdict.untested);
	const sentences = [
		`Your ${plural(count, noun)} ${count === 1 ? "depends" : "depend"} on ${plural(assumptions.length, "assumption")}.`,
		`This service refutes ${refuted.length > 0 ? `${refuted.length}: ${refuted.join(", ")}` : "none of them"}.`,
	];
	const known = refuted.filter((id) => recorded.includes(id));
	if (known.length > 0)
		sentences.push(
			`The ledger already records as refuted: ${known.join(", ")}.`,
		);
	if (untested.length > 0) sentences.push(`Untested: ${untested.join(", ")}.`);
	const others = { ...results, used: undefined };
	if (exitCode === 2 || isBroken(others))
		sentences.push(summarizeResults(others).verdict);
	return sentences.join(" ");
}

function stateResult(results: Unjudged): string {
	const { report, exitCode, strict, missing, broken, byVerdict } = results;
	const operations = plural(report.surface.length, "operation");
	if (missing.length > 0)
		return `Failed: ${missing.length} of ${operations} of the specification ${missing.length === 1 ? "does" : "do"} not work.`;
	const { refuted } = byVerdict;
	const all = plural(report.assumptions.length, "assumption");
	const some = `${refuted.length} of ${all}`;
	if (exitCode === 1) {
		const binding = refuted.filter(({ binds }) => binds).length;
		if (binding === 0)
			return `Failed: ${plural(broken, "binding check")} failed.`;
		return `Failed: the service refutes ${strict ? some : plural(binding, "confirmed assumption")}.`;
	}
	if (exitCode === 2) return "Could not tell: something could not be verified.";
	const { interactions } = report;
	const passesAll = interactions.every(({ passed }) => passed);
	if (report.assumptions.length === 0 && interactions.length > 0 && passesAll)
		return `${report.surface.length} of ${operations} exist, and the service passes ${plural(interactions.length, "check")} of the document.`;
	const start = `${report.surface.length} of ${operations} exist. The service contradicts`;
	if (refuted.length === 0) return `${start} none of ${all}.`;
	const known = refuted
		.map(({ id }) => id)
		.filter((id) => results.refuted.includes(id));
	if (known.length === 0)
		return `${start} ${some}; none of them is binding (see --strict).`;
	const recorded = `recorded as refuted: ${known.join(", ")}.`;
	return known.length === refuted.length
		? `${start} ${some}; all of them are ${recorded}`
		: `${start} ${some}; ${known.length} of them ${known.length === 1 ? "is" : "are"} ${recorded} None of the others is binding (see --strict).`;
}
