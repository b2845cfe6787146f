import { table } from "../report.ts";
import { ratios, type Summary, summarise } from "../statistics.ts";
import { type Findings, medianOf, spread } from "./findings.ts";
import type { PacedLatency } from "./measure-latencies.ts";
import { asks } from "./bench-requests.ts";
import { bareNode, type Runner, understudy } from "./runners.ts";
import type { Samples } from "./samples.ts";

export interface LatencyFinding {
	readonly runner: string;
	readonly operation: string;
	/** In milliseconds. */
	readonly p50: Summary;
	readonly p99: Summary;
	/** The share of the answers that were counted: not while the pacer itself was kept from running. */
	readonly counted: number;
	/** Seconds of processor time a second that went to whatever else ran; null where the system does not tell. */
	readonly others: number | null;
	/** The p99 by that of bare node, round by round. */
	readonly ratio: Summary;
}

export function latencyFindings(
	runners: readonly Runner[],
	latencies: Samples<PacedLatency>,
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
			others: medianOf(latencies.of(runner, operation), "others"),
			ratio: summarise(
				ratios(p99s(runner, operation), p99s(bareNode, operation)),
			),
		})),
	);
	const rows = findings.map(
		({ runner, operation, p50, p99, ratio, counted, others }) => [
			`${operation}  ${runner}`,
			`${p50.median.toFixed(2)} ms`,
			`${p99.median.toFixed(2)} ms`,
			spread(p99, 2),
			ratio.median.toFixed(2),
			spread(ratio, 2),
			counted.toFixed(2),
			others?.toFixed(2) ?? "",
		],
	);
	return {
		lines: table([
			[
				"",
				"p50",
				"p99",
				"quartiles",
				"ratio",
				"quartiles",
				"counted",
				"others",
			],
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
