import { table } from "../report.ts";
import { ratios, type Summary, summarise } from "../statistics.ts";
import { type Findings, medianOf, spread } from "./findings.ts";
import type { Speed } from "./measure-speeds.ts";
import { asks } from "./bench-requests.ts";
import { bareNode, type Runner, understudy } from "./runners.ts";
import type { Samples } from "./samples.ts";

export interface SpeedFinding {
	readonly runner: string;
	readonly operation: string;
	readonly perSecond: Summary;
	/** Of what bare node does, round by round. */
	readonly share: Summary;
	/**
	 * The same of answers by second of processor time, which other processes and a load generator that is too slow
	 * change much less; null where the system does not tell.
	 */
	readonly shareByTime: Summary | null;
	/** Seconds of processor time a second; null where the system does not tell. */
	readonly busy: number | null;
	/** The same of whatever else ran meanwhile. */
	readonly others: number | null;
}

/** Answers by second of processor time. */
const byTime = (speeds: readonly Speed[]): number[] =>
	speeds.flatMap(({ perSecond, busy }) =>
		busy === undefined || busy === 0 ? [] : perSecond / busy,
	);

function shareByTime(
	speeds: readonly Speed[],
	baseline: readonly Speed[],
): Summary | null {
	const shares = ratios(byTime(speeds), byTime(baseline));
	return shares.length === 0 ? null : summarise(shares);
}

export function speedFindings(
	runners: readonly Runner[],
	speeds: Samples<Speed>,
): Findings<SpeedFinding> {
	const rates = (runner: Runner, operation: string): number[] =>
		speeds.of(runner, operation).map(({ perSecond }) => perSecond);
	const findings = asks.flatMap(({ operation }) =>
		runners.map((runner) => ({
			runner: runner.name,
			operation,
			perSecond: summarise(rates(runner, operation)),
			share: summarise(
				ratios(rates(runner, operation), rates(bareNode, operation)),
			),
			shareByTime: shareByTime(
				speeds.of(runner, operation),
				speeds.of(bareNode, operation),
			),
			busy: medianOf(speeds.of(runner, operation), "busy"),
			others: medianOf(speeds.of(runner, operation), "others"),
		})),
	);
	const rows = findings.map((finding) => [
		`${finding.operation}  ${finding.runner}`,
		finding.perSecond.median.toFixed(0),
		spread(finding.perSecond, 0),
		finding.share.median.toFixed(3),
		spread(finding.share, 3),
		finding.shareByTime?.median.toFixed(3) ?? "",
		finding.busy?.toFixed(2) ?? "",
		finding.others?.toFixed(2) ?? "",
	]);
	return {
		lines: table([
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
