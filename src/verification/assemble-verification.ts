import { bindsAssumption, isBinding } from "./binding.ts";
import { findDecisiveMismatches } from "./blame.ts";
import type { Contract } from "./contract.ts";
import type { CheckResult } from "./judge.ts";
import type { SurfaceResult } from "./probe-surface.ts";
import type {
	AssumptionResult,
	Verification,
	VerificationReport,
} from "./report.ts";

const quote = (text: string): string =>
	`"${text.length > 120 ? `${text.slice(0, 119)}…` : text}"`;

function assumptionResult(
	contract: Contract,
	id: string,
	judged: readonly CheckResult[],
): AssumptionResult {
	for (const { refuted, result } of judged) {
		const mismatch = refuted.get(id);
		if (mismatch)
			return {
				id,
				verdict: "refuted",
				why: `${result.description}: ${mismatch.where}: ${mismatch.message}`,
			};
	}
	const about = judged.filter(({ result }) => result.assumptions.includes(id));
	const passed = about.filter(({ result }) => result.passed);
	if (passed.length > 0)
		return {
			id,
			verdict: "held",
			why: passed.map(({ result }) => result.description).join("; "),
		};
	const untestable = contract.untestable[id];
	if (untestable !== undefined)
		return { id, verdict: "untested", why: untestable };
	const [failed] = about;
	if (!failed)
		return {
			id,
			verdict: "untested",
			why: "no check of it was among those that were run",
		};
	const { description, notVerified, mismatches } = failed.result;
	const reason =
		notVerified ??
		`it failed before this could be seen: ${quote(findDecisiveMismatches(mismatches)[0]?.message ?? "")}`;
	return { id, verdict: "untested", why: `${description}: ${reason}` };
}

const tally = (
	judged: readonly CheckResult[],
	provenance: string,
): { passed: number; failed: number } => {
	const of = judged.filter(({ result }) => result.provenance === provenance);
	const passed = of.filter(({ result }) => result.passed).length;
	return { passed, failed: of.length - passed };
};

export interface Findings {
	readonly provider: string;
	readonly startedAt: Date;
	readonly durationMs: number;
	readonly surface: readonly SurfaceResult[];
	readonly judged: readonly CheckResult[];
	readonly strict: boolean;
	/** Whether anything took longer than it may. */
	readonly timedOut: boolean;
}

function exitCodeOf(
	{ surface, judged, strict }: Findings,
	assumptions: readonly AssumptionResult[],
	confirmed: readonly string[],
): 0 | 1 | 2 {
	const bound = { strict, confirmed };
	const broken =
		surface.some(({ verdict }) => verdict === "failed") ||
		judged.some(
			({ result }) =>
				!result.passed &&
				result.notVerified === undefined &&
				isBinding(bound, result),
		) ||
		assumptions.some(
			(each) => each.verdict === "refuted" && bindsAssumption(bound, each),
		);
	if (broken) return 1;
	const unverified =
		surface.some(({ verdict }) => verdict === "not verified") ||
		judged.some(({ result }) => result.notVerified !== undefined);
	return unverified ? 2 : 0;
}

function notRecordable({
	surface,
	judged,
	timedOut,
}: Findings): string | undefined {
	const barred = surface.find(
		({ status }) =>
			status !== null && ([401, 403, 429].includes(status) || status >= 500),
	);
	if (barred)
		return `${barred.operation} answered ${barred.status}, so what was seen may not be what the service does`;
	const silent = surface.find(({ status }) => status === null);
	if (silent) return `${silent.operation} ${silent.why}`;
	if (timedOut) return "some requests were not answered in time";
	// A service that turned its back halfway may have answered differently before, too.
	return judged.find(({ result }) => result.notVerified !== undefined)?.result
		.notVerified;
}

/** Puts what was found together: the report, and what it means for a build. */
export function assembleVerification(
	contract: Contract,
	findings: Findings,
): Verification {
	const { provider, startedAt, durationMs, surface, judged } = findings;
	const assumptions = contract.ledger.map(({ id }) =>
		assumptionResult(contract, id, judged),
	);
	const confirmed = contract.ledger
		.filter(({ status }) => status === "confirmed")
		.map(({ id }) => id);
	const count = (verdict: string): number =>
		assumptions.filter(
			(each) => !confirmed.includes(each.id) && each.verdict === verdict,
		).length;
	const report: VerificationReport = {
		provider,
		startedAt: startedAt.toISOString(),
		durationMs,
		summary: {
			specified: {
				passed: surface.filter(({ verdict }) => verdict === "passed").length,
				failed: surface.filter(({ verdict }) => verdict === "failed").length,
			},
			confirmed: tally(judged, "confirmed"),
			assumed: {
				held: count("held"),
				refuted: count("refuted"),
				untested: count("untested"),
			},
			external: tally(judged, "external"),
		},
		surface,
		interactions: judged.map(({ result }) => result),
		assumptions,
	};
	const notices = [
		...surface
			.filter(({ verdict }) => verdict === "not verified")
			.map(({ operation, why }) => `${operation} ${why}`),
		...judged.flatMap(({ result }) => result.notVerified ?? []),
	];
	return {
		exitCode: exitCodeOf(findings, assumptions, confirmed),
		report,
		strict: findings.strict,
		confirmed,
		notices: [...new Set(notices)],
		notRecordable: notRecordable(findings),
	};
}
