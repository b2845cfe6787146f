import { findDecisiveMismatches } from "../../document/judgment/blame.ts";
import type { Hide } from "../../values/create-hider.ts";
import { shorten } from "../../values/shorten.ts";
import { decideExitCode, isBroken, summarize } from "../binding.ts";
import type { Assumption, Contract, ContractOperation } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import {
	ACCESS_STATUSES,
	type CheckResult,
	isSelected,
	judge,
} from "../judge.ts";
import type { Pact } from "../pact/pact-files.ts";
import type {
	AssumptionResult,
	Difference,
	InteractionResult,
	SurfaceResult,
	Verification,
	VerificationReport,
} from "../report.ts";
import type {
	InternalVerifyOptions,
	VerificationContext,
	VerifyOptions,
} from "../verify-options.ts";
import type { Explanation } from "./explain-failures.ts";

/** The input of a run, and its start time. */
export interface Run
	extends Pick<VerificationReport, "provider" | "startedAt"> {
	readonly contract: Contract;
	readonly options: VerifyOptions & InternalVerifyOptions;
	readonly signal: AbortSignal;
	/** The time of the start on the monotonic clock. */
	readonly startMs: number;
}

/** The results of a run. The report and the exit code follow from them. */
interface Findings extends Explanation, Pick<Verification, "isMock"> {
	readonly surface: readonly SurfaceResult[];
}

function explainUntested(failed: InteractionResult | undefined): string {
	if (!failed) return "no check of it was run";
	const { description, notVerified, mismatches } = failed;
	const message = findDecisiveMismatches(mismatches)[0]?.message ?? "";
	const shown = shorten(message, 119);
	return `${description}: ${notVerified ?? `it failed before this could be tested: "${shown}"`}`;
}

function judgeAssumption(
	{ untestable }: Contract,
	id: string,
	checks: readonly CheckResult[],
	differences: readonly Difference[],
	missing: readonly SurfaceResult[],
): AssumptionResult {
	const decide = (
		verdict: AssumptionResult["verdict"],
		why: string,
	): AssumptionResult => ({ id, verdict, why });
	const findMissing = (check: CheckResult): SurfaceResult | undefined =>
		missing.find(({ operation }) => operation === check.operation);

	const refuting = checks.filter(({ refuted }) => refuted.has(id));
	const shown = refuting.find((each) => !findMissing(each));
	if (shown) {
		const { where = "", message = "" } = shown.refuted.get(id) ?? {};
		return decide("refuted", `${shown.description}: ${where}: ${message}`);
	}
	// A check may use only a part of the response, so a difference in another part does not fail it.
	const difference = differences.find(({ assumptions }) =>
		assumptions.includes(id),
	);
	if (difference) {
		const { operation, where, expected, actual } = difference;
		const why = `${operation}: ${where}: expected ${expected} but was ${actual}`;
		return decide("refuted", why);
	}
	const lost = refuting.map(findMissing)[0];
	if (lost) return decide("untested", `${lost.operation} ${lost.why}`);
	const testing = checks.filter((each) => each.assumptions.includes(id));
	const passed = testing.filter((each) => each.passed || each.held);
	const held = passed
		.filter(({ unseen = [] }) => !unseen.includes(id))
		.map(({ description }) => description);
	if (held.length > 0) return decide("held", held.join("; "));
	const [empty] = passed;
	if (empty)
		return decide("untested", `${empty.description}: no response had a record`);
	const why = untestable[id] ?? explainUntested(testing[0]);
	return decide("untested", why);
}

function explainNotRecordable({ surface, checks }: Findings, provider: string) {
	const unreliable = surface.find(
		({ status }) =>
			status === null || ACCESS_STATUSES.includes(status) || status >= 500,
	);
	if (unreliable) {
		const { operation, status, why } = unreliable;
		return status === null
			? `${operation} ${why}`
			: `${operation} responded with ${status}, so the results may not show how the service normally behaves`;
	}
	if (
		surface.length > 0 &&
		surface.every(({ verdict }) => verdict === "failed")
	)
		return `${surface.length === 1 ? `${surface[0]?.operation} does not exist` : `none of the ${surface.length} operations exists`} at ${provider}. Fix the base URL.`;
	// A service that stops responding may have failed earlier, too.
	return checks.find(({ notVerified }) => notVerified !== undefined)
		?.notVerified;
}

/** Returns the result of a check, for the report. */
const toResult = ({
	refuted: _refuted,
	notReached: _notReached,
	held: _held,
	unseen: _unseen,
	isOutage: _isOutage,
	mismatches,
	...result
}: CheckResult): InteractionResult => ({
	...result,
	// Alignments read the data, and reports have the words.
	mismatches: mismatches.map(({ change: _, ...each }) => each),
});

/** Assembles the report, and decides the exit code. */
export function assembleVerification(
	{ contract, provider, startedAt, startMs, options }: Run,
	findings: Findings,
): Verification {
	const { strict = false, used, ledger } = options;
	const { surface, checks, isMock, notReached, additional, learning } =
		findings;
	const missing = surface.filter(({ verdict }) => verdict === "failed");
	// If an operation does not exist, everything else about it follows from that.
	const differences = findings.differences.filter(
		(each) => !missing.some(({ operation }) => operation === each.operation),
	);
	const interactions = checks.map(toResult);
	const assumptions = contract.ledger.map(({ id }) =>
		judgeAssumption(contract, id, checks, differences, missing),
	);
	const listIds = (status: Assumption["status"]): string[] =>
		contract.ledger.flatMap((each) => (each.status === status ? each.id : []));
	const confirmed = listIds("confirmed");
	const notices = [
		...surface
			.filter(({ verdict }) => verdict === "not verified")
			.map(({ operation, why }) => `${operation} ${why}`),
		...interactions.flatMap(({ notVerified }) => notVerified ?? []),
	];
	const results = { surface, interactions, assumptions, differences };
	return decideExitCode({
		report: {
			...{ provider, startedAt },
			durationMs: Math.round(performance.now() - startMs),
			summary: summarize(results, confirmed),
			...{ ...results, notReached, additional },
			...(learning && { learning }),
		},
		...{ strict, confirmed, refuted: listIds("refuted"), used, ledger, isMock },
		unchecked: contract.unchecked,
		invalidExamples: contract.invalidExamples,
		notices: [...new Set(notices)],
		notRecordable: explainNotRecordable(findings, provider),
	});
}

/** Redacts credentials in all texts of the service, because it may repeat them. */
export function hideCredentials(
	verification: Verification,
	hide: Hide,
): Verification {
	const { report, notices } = verification;
	const hideIn = <T extends object>(
		items: readonly T[],
		...names: readonly (keyof T)[]
	): T[] =>
		items.map((each) => ({
			...each,
			...Object.fromEntries(names.map((name) => [name, hide(each[name])])),
		}));
	return {
		...verification,
		notices: hide(notices),
		report: {
			...report,
			surface: hideIn(report.surface, "why"),
			interactions: hideIn(report.interactions, "mismatches"),
			assumptions: hideIn(report.assumptions, "why"),
			differences: hideIn(
				report.differences,
				...(["where", "expected", "actual", "example"] as const),
			),
			notReached: hideIn(report.notReached, "because"),
			additional: hide(report.additional),
		},
	};
}

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
