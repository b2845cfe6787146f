import { table } from "../report.ts";
import { ratios, type Summary, summarise } from "../statistics.ts";
import type { Latency } from "./pacer.ts";
import type { Speed } from "./race.ts";
import { asks } from "./requests.ts";
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

export interface LatencyFinding {
	readonly runner: string;
	readonly operation: string;
	/** In milliseconds. */
	readonly p50: Summary;
	readonly p99: Summary;
	/** The share of the answers that were counted: not while the pacer itself was kept from running. */
	readonly counted: number;
	/** The p99 by that of bare node, round by round. */
	readonly ratio: Summary;
}

/** What was found, as lines, as data, and by the name of a goal. */
interface Findings<Finding> {
	readonly lines: readonly string[];
	readonly findings: readonly Finding[];
	readonly measured: Readonly<Record<string, Summary>>;
}

const spread = ({ q1, q3 }: Summary, digits: number): string =>
	`${q1.toFixed(digits)} to ${q3.toFixed(digits)}`;

function medianOf(
	speeds: readonly Speed[],
	what: "busy" | "others",
): number | null {
	const known = speeds.flatMap((speed) => speed[what] ?? []);
	return known.length === 0 ? null : summarise(known).median;
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

export function latencyFindings(
	runners: readonly Runner[],
	latencies: Samples<Latency>,
): Findings<LatencyFinding> {
	const p99s = (runner: Runner, operation: string): number[] =>
		latencies.of(runner, operation).map(({ p99 }) => p99);
	const findings = asks.flatMap(({ operation }) =>
		runners.map((runner) => ({
			runner: runner.name,
			operation,
			p50: summarise(latencies.of(runner, operation).map(({ p50 }) => p50)),
			p99: summarise(p99s(runner, operation)),
			counted: summarise(
				latencies.of(runner, operation).map(({ counted }) => counted),
			).median,
			ratio: summarise(
				ratios(p99s(runner, operation), p99s(bareNode, operation)),
			),
		})),
	);
	const rows = findings.map(
		({ runner, operation, p50, p99, ratio, counted }) => [
			`${operation}  ${runner}`,
			`${p50.median.toFixed(2)} ms`,
			`${p99.median.toFixed(2)} ms`,
			spread(p99, 2),
			ratio.median.toFixed(2),
			spread(ratio, 2),
			counted.toFixed(2),
		],
	);
	return {
		lines: table([
			["", "p50", "p99", "quartiles", "ratio", "quartiles", "counted"],
			...rows,
		]),
		findings,
		measured: Object.fromEntries(
			findings
				.filter(({ runner }) => runner === understudy.name)
				.map(({ operation, ratio }) => [`p99 ${operation}`, ratio]),
		),
	};
}
