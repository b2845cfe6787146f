import { findDecisiveMismatches } from "../../document/judgment/blame.ts";
import type { Hide } from "../../values/redact.ts";
import { decideExitCode, summarize } from "../binding.ts";
import type { Assumption, Contract } from "../contract.ts";
import { ACCESS_STATUSES, type CheckResult } from "../judge.ts";
import type {
	AssumptionResult,
	Difference,
	InteractionResult,
	SurfaceResult,
	Verification,
	VerificationReport,
} from "../report.ts";

/** What the checks found. The report and the exit code follow from it. */
export interface Findings
	extends Omit<VerificationReport, "summary" | "interactions" | "assumptions">,
		Pick<Verification, "strict" | "used" | "isMock" | "ledger"> {
	readonly checks: readonly CheckResult[];
}

function explainUntested(failed: InteractionResult | undefined): string {
	if (!failed) return "no check of it was run";
	const { description, notVerified, mismatches } = failed;
	const message = findDecisiveMismatches(mismatches)[0]?.message ?? "";
	const shown = message.length > 120 ? `${message.slice(0, 119)}…` : message;
	return `${description}: ${notVerified ?? `it failed before this could be tested: "${shown}"`}`;
}

function judgeAssumption(
	{ untestable }: Contract,
	id: string,
	checks: readonly CheckResult[],
	differences: readonly Difference[],
	missing: readonly SurfaceResult[],
): AssumptionResult {
	const findMissing = ({ result }: CheckResult): SurfaceResult | undefined =>
		missing.find(({ operation }) => operation === result.operation);
	for (const check of checks) {
		const { refuted, result } = check;
		const mismatch = refuted.get(id);
		if (mismatch && !findMissing(check)) {
			const why = `${result.description}: ${mismatch.where}: ${mismatch.message}`;
			return { id, verdict: "refuted", why };
		}
	}
	// A check may need only a part of the response, so that a difference in another part does not fail it.
	const difference = differences.find(({ assumptions }) =>
		assumptions.includes(id),
	);
	if (difference) {
		const { operation, where, expected, actual } = difference;
		const why = `${operation}: ${where}: expected ${expected} but was ${actual}`;
		return { id, verdict: "refuted", why };
	}
	const lost = checks.filter(({ refuted }) => refuted.has(id)).map(findMissing);
	if (lost[0]) {
		const { operation, why } = lost[0];
		return { id, verdict: "untested", why: `${operation} ${why}` };
	}
	const results = checks
		.map(({ result }) => result)
		.filter(({ assumptions }) => assumptions.includes(id));
	const passed = checks
		.filter(({ result, held }) => result.passed || held)
		.map(({ result }) => result)
		.filter(({ assumptions }) => assumptions.includes(id));
	if (passed.length > 0) {
		const why = passed.map(({ description }) => description).join("; ");
		return { id, verdict: "held", why };
	}
	const why = untestable[id] ?? explainUntested(results[0]);
	return { id, verdict: "untested", why };
}

function explainNotRecordable(findings: Findings): string | undefined {
	const { surface, checks, provider } = findings;
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
	// A service that stops responding halfway may have misbehaved earlier, too.
	return checks.find(({ result }) => result.notVerified !== undefined)?.result
		.notVerified;
}

/** Assembles the report, and decides the exit code. */
export function assembleVerification(
	contract: Contract,
	findings: Findings,
): Verification {
	const { surface, checks, strict, used, isMock, ledger, ...others } = findings;
	const { differences: found, notReached, additional, ...run } = others;
	const missing = surface.filter(({ verdict }) => verdict === "failed");
	// All else that an operation shows that does not exist follows from that.
	const differences = found.filter(
		(each) => !missing.some(({ operation }) => operation === each.operation),
	);
	const interactions = checks.map(({ result }) => result);
	const assumptions = contract.ledger.map(({ id }) =>
		judgeAssumption(contract, id, checks, differences, missing),
	);
	const listIds = (status: Assumption["status"]): string[] =>
		contract.ledger
			.filter((each) => each.status === status)
			.map(({ id }) => id);
	const confirmed = listIds("confirmed");
	const notices = [
		...surface
			.filter(({ verdict }) => verdict === "not verified")
			.map(({ operation, why }) => `${operation} ${why}`),
		...interactions.flatMap(({ notVerified }) => notVerified ?? []),
	];

	const judged = {
		...{ strict, confirmed, used, notices: [...new Set(notices)] },
		report: { surface, interactions, assumptions, differences },
	};
	return {
		...judged,
		exitCode: decideExitCode(judged),
		report: {
			...run,
			summary: summarize(judged.report, confirmed),
			...judged.report,
			notReached,
			additional,
		},
		refuted: listIds("refuted"),
		isMock,
		ledger,
		notRecordable: explainNotRecordable(findings),
	};
}

/** Redacts credentials in everything that the service sent, since it may repeat them. */
export function hideCredentials(
	verification: Verification,
	hide: Hide,
): Verification {
	const { report, notices } = verification;
	const { surface, interactions, assumptions, differences } = report;
	return {
		...verification,
		notices: hide(notices),
		report: {
			...report,
			surface: surface.map((each) => ({ ...each, why: hide(each.why) })),
			interactions: interactions.map((each) => ({
				...each,
				mismatches: hide(each.mismatches),
			})),
			assumptions: assumptions.map((each) => ({
				...each,
				why: hide(each.why),
			})),
			differences: differences.map((each) => ({
				...each,
				where: hide(each.where),
				expected: hide(each.expected),
				actual: hide(each.actual),
				example: hide(each.example),
			})),
			notReached: report.notReached.map((each) => ({
				...each,
				because: hide(each.because),
			})),
			additional: hide(report.additional),
		},
	};
}
