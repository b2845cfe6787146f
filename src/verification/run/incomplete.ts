import { isBroken } from "../binding.ts";
import type { ContractOperation } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import { type CheckResult, isSelected, judge } from "../judge.ts";
import type { Pact } from "../pact/pact-files.ts";
import type { SurfaceResult, Verification } from "../report.ts";
import type { VerificationContext } from "../verify-options.ts";
import { assembleVerification, type Run } from "./assemble-verification.ts";
import type { Explanation } from "./explain-failures.ts";

export const UNEXPLAINED: Omit<Explanation, "checks"> = {
	differences: [],
	notReached: [],
	additional: [],
};

/** Returns the results of operations that no request could verify. */
export const listUnverified = (
	operations: readonly ContractOperation[],
	why: string,
): SurfaceResult[] =>
	operations.map(({ id, method, path }) => ({
		...{ operation: id, method, path, status: null },
		...{ verdict: "not verified" as const, why },
	}));

/** The results of a run so far. */
export interface Progress {
	operations: readonly ContractOperation[];
	surface?: readonly SurfaceResult[];
	/** Present while checks run. */
	context?: VerificationContext;
	pacts: readonly Pact[];
	readonly checks: CheckResult[];
	isMock: boolean;
}

/**
 * Whether a binding check failed that would not have passed later. A check that saw a rejection or a repeated request
 * might have, because `verify` runs it again, or in a form that the service accepts.
 */
function isSurelyBroken(
	verification: Verification,
	{ observer: { observations } }: VerificationContext,
): boolean {
	const unsure = new Set(
		observations
			.filter(({ response }) => response.status >= 400 || response.repeated)
			.map(({ check }) => check),
	);
	const { report } = verification;
	const interactions = report.interactions.filter(
		({ description }) => !unsure.has(description),
	);
	return isBroken({
		...verification,
		report: { ...report, interactions, assumptions: [] },
	});
}

/** Assembles the report of a run that was interrupted. All other checks are not verified. */
export function assembleIncomplete(
	run: Run,
	{ operations, surface, context, pacts, checks, isMock }: Progress,
	deadlineS: number,
): Verification {
	const why = new VerificationError(
		`The report is incomplete: the deadline of ${deadlineS} s passed before this check was run. Pass a longer --deadline, or --only to verify fewer operations.`,
	);
	const done = new Set(checks.map(({ description }) => description));
	const all = [
		...pacts.flatMap(({ interactions }) => interactions),
		...run.contract.probes,
	];
	const others = all.flatMap((each) =>
		context && isSelected(context, each) && !done.has(each.description)
			? judge(context, each, why)
			: [],
	);
	const verification = assembleVerification(run, {
		...{ ...UNEXPLAINED, isMock, checks: [...checks, ...others] },
		surface:
			surface ??
			listUnverified(
				operations,
				`was not verified before the deadline of ${deadlineS} s, so the report is incomplete. Pass a longer --deadline, or --only to verify fewer operations.`,
			),
	});
	return {
		...verification,
		exitCode: context && isSurelyBroken(verification, context) ? 1 : 2,
	};
}
