import { formatSummary, formatTable } from "../report.ts";
import { computeRatios, type Summary, summarize } from "../statistics.ts";
import type { Measured } from "./measure-servers.ts";
import type { Usage } from "./measure-usage.ts";
import type { Latency } from "./send-paced.ts";

/** The samples of a runner and an operation, and those of bare node in the same rounds. */
interface Samples<Sample> extends Measured {
	readonly own: readonly (Sample & Usage)[];
	readonly bare: readonly (Sample & Usage)[];
}

type Speed = Record<"perSecond", number>;

/** Reads a value of each sample; fewer if the system does not report it. */
const read = <Key extends string>(
	samples: readonly Partial<Record<Key, number>>[],
	key: Key,
): number[] => samples.flatMap((sample) => sample[key] ?? []);

/** Summarizes the values, or returns null if the system does not report them. */
const summarizeKnown = (values: readonly number[]): Summary | null =>
	values.length === 0 ? null : summarize(values);

const formatKnown = (value: number | undefined, digits: number): string =>
	value?.toFixed(digits) ?? "";

/** Returns the responses per second of processor time. */
const readByTime = (samples: readonly (Speed & Usage)[]): number[] =>
	samples.flatMap(({ perSecond, busy }) => (busy ? perSecond / busy : []));

export const summarizeSpeed = ({ own, bare, ...rest }: Samples<Speed>) => ({
	...rest,
	perSecond: summarize(read(own, "perSecond")),
	/** The rate relative to bare node, per round. */
	share: summarize(
		computeRatios(read(own, "perSecond"), read(bare, "perSecond")),
	),
	/** The same ratio for responses per second of processor time, which is less sensitive to other processes and to a slow load generator. */
	shareByTime: summarizeKnown(computeRatios(readByTime(own), readByTime(bare))),
	/** Far below 1 if the load generator was the limit. Above 1 if the garbage collector uses another core. */
	busy: summarizeKnown(read(own, "busy"))?.median,
	others: summarizeKnown(read(own, "others"))?.median,
});
export type SpeedFinding = ReturnType<typeof summarizeSpeed>;

export const summarizeLatency = ({ own, bare, ...rest }: Samples<Latency>) => ({
	...rest,
	p50: summarize(read(own, "p50")),
	p99: summarize(read(own, "p99")),
	counted: summarize(read(own, "counted")).median,
	/** The p99 relative to bare node, per round. */
	ratio: summarize(computeRatios(read(own, "p99"), read(bare, "p99"))),
	others: summarizeKnown(read(own, "others"))?.median,
});
export type LatencyFinding = ReturnType<typeof summarizeLatency>;

const HEAD = ["", "median", "quartiles", "ratio", "quartiles", "others"];

export const formatSpeeds = (findings: readonly SpeedFinding[]): string[] =>
	formatTable([
		[...HEAD, "ratio by time", "busy"],
		...findings.map((finding) => [
			`${finding.operation}  ${finding.runner}`,
			...formatSummary(finding.perSecond, 0),
			...formatSummary(finding.share, 3),
			formatKnown(finding.others, 2),
			formatKnown(finding.shareByTime?.median, 3),
			formatKnown(finding.busy, 2),
		]),
	]);

export const formatLatencies = (
	findings: readonly LatencyFinding[],
): string[] =>
	formatTable([
		[...HEAD, "p50", "counted"],
		...findings.map((finding) => [
			`${finding.operation}  ${finding.runner}`,
			...formatSummary(finding.p99, 2, " ms"),
			...formatSummary(finding.ratio, 2),
			formatKnown(finding.others, 2),
			`${finding.p50.median.toFixed(2)} ms`,
			finding.counted.toFixed(2),
		]),
	]);
