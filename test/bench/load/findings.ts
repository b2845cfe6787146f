import { formatQuartiles, formatTable } from "../report.ts";
import { computeRatios, type Summary, summarize } from "../statistics.ts";
import type { Usage } from "./measure-usage.ts";
import type { Latency } from "./send-paced.ts";

/** The samples of a runner and an operation, and those of bare node in the same rounds. */
interface Samples<Sample> {
	readonly runner: string;
	readonly operation: string;
	readonly own: readonly (Sample & Usage)[];
	readonly bare: readonly (Sample & Usage)[];
}

interface Speed {
	readonly perSecond: number;
}

/** Summarizes the values, or returns null if the system does not report them. */
const summarizeKnown = (values: readonly number[]): Summary | null =>
	values.length === 0 ? null : summarize(values);

const readUsage = (samples: readonly Usage[], key: keyof Usage) =>
	summarizeKnown(samples.flatMap((each) => each[key] ?? []))?.median ?? null;

const toRates = (samples: readonly Speed[]): number[] =>
	samples.map(({ perSecond }) => perSecond);

/** Returns the responses per second of processor time. */
const toRatesByTime = (samples: readonly (Speed & Usage)[]): number[] =>
	samples.flatMap(({ perSecond, busy }) => (busy ? perSecond / busy : []));

const toP99s = (samples: readonly Latency[]): number[] =>
	samples.map(({ p99 }) => p99);

export const summarizeSpeed = ({ own, bare, ...rest }: Samples<Speed>) => ({
	...rest,
	perSecond: summarize(toRates(own)),
	/** The rate relative to bare node, per round. */
	share: summarize(computeRatios(toRates(own), toRates(bare))),
	/** The same ratio for responses per second of processor time, which is less sensitive to other processes and to a slow load generator. */
	shareByTime: summarizeKnown(
		computeRatios(toRatesByTime(own), toRatesByTime(bare)),
	),
	/** Far below 1 if the load generator was the limit. Above 1 if the garbage collector uses another core. */
	busy: readUsage(own, "busy"),
	others: readUsage(own, "others"),
});
export type SpeedFinding = ReturnType<typeof summarizeSpeed>;

export const summarizeLatency = ({ own, bare, ...rest }: Samples<Latency>) => ({
	...rest,
	p50: summarize(own.map(({ p50 }) => p50)),
	p99: summarize(toP99s(own)),
	counted: summarize(own.map(({ counted }) => counted)).median,
	/** The p99 relative to bare node, per round. */
	ratio: summarize(computeRatios(toP99s(own), toP99s(bare))),
	others: readUsage(own, "others"),
});
export type LatencyFinding = ReturnType<typeof summarizeLatency>;

export const formatSpeeds = (findings: readonly SpeedFinding[]): string[] =>
	formatTable([
		[
			...["", "median", "quartiles", "share", "quartiles"],
			...["by time", "busy", "others"],
		],
		...findings.map((finding) => [
			`${finding.operation}  ${finding.runner}`,
			finding.perSecond.median.toFixed(0),
			formatQuartiles(finding.perSecond, 0),
			finding.share.median.toFixed(3),
			formatQuartiles(finding.share, 3),
			finding.shareByTime?.median.toFixed(3) ?? "",
			finding.busy?.toFixed(2) ?? "",
			finding.others?.toFixed(2) ?? "",
		]),
	]);

export const formatLatencies = (
	findings: readonly LatencyFinding[],
): string[] =>
	formatTable([
		[
			...["", "p50", "p99", "quartiles", "ratio", "quartiles"],
			...["counted", "others"],
		],
		...findings.map((finding) => [
			`${finding.operation}  ${finding.runner}`,
			`${finding.p50.median.toFixed(2)} ms`,
			`${finding.p99.median.toFixed(2)} ms`,
			formatQuartiles(finding.p99, 2),
			finding.ratio.median.toFixed(2),
			formatQuartiles(finding.ratio, 2),
			finding.counted.toFixed(2),
			finding.others?.toFixed(2) ?? "",
		]),
	]);
