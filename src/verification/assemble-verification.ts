import { ACCESS_STATUSES } from "./access-advice.ts";
import { decideExitCode } from "./binding.ts";
import { findDecisiveMismatches } from "./blame.ts";
import type { Assumption, Contract } from "./contract.ts";
import type { CheckResult } from "./judge.ts";
import type {
	AssumptionResult,
	Difference,
	InteractionResult,
	Verification,
	VerificationReport,
} from "./report.ts";
import { summarize } from "./summarize.ts";

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
): AssumptionResult {
	for (const { refuted, result } of checks) {
		const mismatch = refuted.get(id);
		if (mismatch) {
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
	const { surface, checks } = findings;
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
	const missing = surface
		.filter(({ verdict }) => verdict === "failed")
		.map(({ operation }) => operation);
	// The other differences of an operation that does not exist follow from that.
	const differences = found.filter(
		({ operation }) => !missing.includes(operation),
	);
	const interactions = checks.map(({ result }) => result);
	const assumptions = contract.ledger.map(({ id }) =>
		judgeAssumption(contract, id, checks, differences),
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
