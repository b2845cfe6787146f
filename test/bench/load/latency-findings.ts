import { formatTable } from "../report.ts";
import { computeRatios, type Summary, summarize } from "../statistics.ts";
import { benchRequests } from "./bench-requests.ts";
import { computeMedian, type Findings, formatQuartiles } from "./findings.ts";
import type { PacedLatency } from "./measure-latencies.ts";
import { bareNode, type Runner, understudy } from "./runners.ts";
import type { Samples } from "./samples.ts";

export interface LatencyFinding {
	readonly runner: string;
	readonly operation: string;
	/** In milliseconds. */
	readonly p50: Summary;
	readonly p99: Summary;
	/** The share of responses that were counted. Responses during a stall of the pacer are not. */
	readonly counted: number;
	/** The cores that other processes used, or null if the system does not report it. */
	readonly others: number | null;
	/** The p99 relative to bare node, per round. */
	readonly ratio: Summary;
}

export function summarizeLatencies(
	runners: readonly Runner[],
	latencies: Samples<PacedLatency>,
): Findings<LatencyFinding> {
	const p99s = (runner: Runner, operation: string): number[] =>
		latencies.of(runner, operation).map(({ p99 }) => p99);
	const findings = benchRequests.flatMap(({ operation }) =>
		runners.map((runner) => ({
			runner: runner.name,
			operation,
			p50: summarize(latencies.of(runner, operation).map(({ p50 }) => p50)),
			p99: summarize(p99s(runner, operation)),
			counted: summarize(
				latencies.of(runner, operation).map(({ counted }) => counted),
			).median,
			others: computeMedian(latencies.of(runner, operation), "others"),
			ratio: summarize(
				computeRatios(p99s(runner, operation), p99s(bareNode, operation)),
			),
		})),
	);
	const rows = findings.map(
		({ runner, operation, p50, p99, ratio, counted, others }) => [
			`${operation}  ${runner}`,
			`${p50.median.toFixed(2)} ms`,
			`${p99.median.toFixed(2)} ms`,
			formatQuartiles(p99, 2),
			ratio.median.toFixed(2),
			formatQuartiles(ratio, 2),
			counted.toFixed(2),
			others?.toFixed(2) ?? "",
		],
	);
	return {
		lines: formatTable([
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
