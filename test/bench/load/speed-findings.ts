import { formatTable } from "../report.ts";
import { computeRatios, type Summary, summarize } from "../statistics.ts";
import { benchRequests } from "./bench-requests.ts";
import { computeMedian, type Findings, formatQuartiles } from "./findings.ts";
import type { Speed } from "./measure-speeds.ts";
import { bareNode, type Runner, understudy } from "./runners.ts";
import type { Samples } from "./samples.ts";

export interface SpeedFinding {
	readonly runner: string;
	readonly operation: string;
	readonly perSecond: Summary;
	/** The rate relative to bare node, per round. */
	readonly share: Summary;
	/**
	 * The same ratio for responses per second of processor time, which is less sensitive to other processes and to a slow
	 * load generator. Null if the system does not report processor time.
	 */
	readonly shareByTime: Summary | null;
	/** The cores that the runner used, or null if the system does not report it. */
	readonly busy: number | null;
	/** The cores that other processes used, or null if the system does not report it. */
	readonly others: number | null;
}

/** Returns the responses per second of processor time. */
const computeRatesByTime = (speeds: readonly Speed[]): number[] =>
	speeds.flatMap(({ perSecond, busy }) =>
		busy === undefined || busy === 0 ? [] : perSecond / busy,
	);

function computeShareByTime(
	speeds: readonly Speed[],
	baseline: readonly Speed[],
): Summary | null {
	const shares = computeRatios(
		computeRatesByTime(speeds),
		computeRatesByTime(baseline),
	);
	return shares.length === 0 ? null : summarize(shares);
}

export function summarizeSpeeds(
	runners: readonly Runner[],
	speeds: Samples<Speed>,
): Findings<SpeedFinding> {
	const rates = (runner: Runner, operation: string): number[] =>
		speeds.of(runner, operation).map(({ perSecond }) => perSecond);
	const findings = benchRequests.flatMap(({ operation }) =>
		runners.map((runner) => ({
			runner: runner.name,
			operation,
			perSecond: summarize(rates(runner, operation)),
			share: summarize(
				computeRatios(rates(runner, operation), rates(bareNode, operation)),
			),
			shareByTime: computeShareByTime(
				speeds.of(runner, operation),
				speeds.of(bareNode, operation),
			),
			busy: computeMedian(speeds.of(runner, operation), "busy"),
			others: computeMedian(speeds.of(runner, operation), "others"),
		})),
	);
	const rows = findings.map((finding) => [
		`${finding.operation}  ${finding.runner}`,
		finding.perSecond.median.toFixed(0),
		formatQuartiles(finding.perSecond, 0),
		finding.share.median.toFixed(3),
		formatQuartiles(finding.share, 3),
		finding.shareByTime?.median.toFixed(3) ?? "",
		finding.busy?.toFixed(2) ?? "",
		finding.others?.toFixed(2) ?? "",
	]);
	return {
		lines: formatTable([
			[
				...["", "median", "quartiles", "share", "quartiles"],
				...["by time", "busy", "others"],
			],
			...rows,
		]),
		findings,
		measured: Object.fromEntries(
			findings
				.filter(({ runner }) => runner === understudy.name)
				.map(({ operation, share }) => [`share ${operation}`, share]),
		),
	};
}
