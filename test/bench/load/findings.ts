import { formatQuartiles, formatTable } from "../report.ts";
import { computeRatios, type Summary, summarize } from "../statistics.ts";
import { benchRequests } from "./bench-requests.ts";
import { bareNode, type Runner, understudy } from "./runners.ts";
import {
	type LatencySample,
	type Sample,
	type SpeedSample,
	selectSamples,
} from "./samples.ts";

interface Finding {
	readonly runner: string;
	readonly operation: string;
	/** The cores that other processes used, or null if the system does not report it. */
	readonly others: number | null;
}

export interface SpeedFinding extends Finding {
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
}

export interface LatencyFinding extends Finding {
	/** In milliseconds. */
	readonly p50: Summary;
	readonly p99: Summary;
	/** The share of responses that were counted. */
	readonly counted: number;
	/** The p99 relative to bare node, per round. */
	readonly ratio: Summary;
}

/** Summarizes the values, or returns null if the system does not report them. */
function summarizeKnown(
	values: readonly (number | undefined)[],
): Summary | null {
	const known = values.filter((value) => value !== undefined);
	return known.length === 0 ? null : summarize(known);
}

/** Summarizes the samples of each operation and runner, compared with those of bare node. */
const findEach = <Of extends Sample, Values>(
	runners: readonly Runner[],
	samples: readonly Of[],
	compare: (own: readonly Of[], baseline: readonly Of[]) => Values,
): (Values & Finding)[] =>
	benchRequests.flatMap(({ operation }) =>
		runners.map(({ name }) => {
			const own = selectSamples(samples, name, operation);
			const others = summarizeKnown(own.map((each) => each.others));
			return {
				runner: name,
				operation,
				...compare(own, selectSamples(samples, bareNode.name, operation)),
				others: others?.median ?? null,
			};
		}),
	);

const toRates = (samples: readonly SpeedSample[]): number[] =>
	samples.map(({ perSecond }) => perSecond);

/** Returns the responses per second of processor time. */
const toRatesByTime = (samples: readonly SpeedSample[]): number[] =>
	samples.flatMap(({ perSecond, busy }) => (busy ? perSecond / busy : []));

export const summarizeSpeeds = (
	runners: readonly Runner[],
	samples: readonly SpeedSample[],
): SpeedFinding[] =>
	findEach(runners, samples, (own, baseline) => ({
		perSecond: summarize(toRates(own)),
		share: summarize(computeRatios(toRates(own), toRates(baseline))),
		shareByTime: summarizeKnown(
			computeRatios(toRatesByTime(own), toRatesByTime(baseline)),
		),
		busy: summarizeKnown(own.map(({ busy }) => busy))?.median ?? null,
	}));

const toP99s = (samples: readonly LatencySample[]): number[] =>
	samples.map(({ p99 }) => p99);

export const summarizeLatencies = (
	runners: readonly Runner[],
	samples: readonly LatencySample[],
): LatencyFinding[] =>
	findEach(runners, samples, (own, baseline) => ({
		p50: summarize(own.map(({ p50 }) => p50)),
		p99: summarize(toP99s(own)),
		counted: summarize(own.map(({ counted }) => counted)).median,
		ratio: summarize(computeRatios(toP99s(own), toP99s(baseline))),
	}));

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

/** Returns a ratio of the mock for each operation, by the key of its goal. */
export const pickMeasured = <Of extends Finding>(
	prefix: string,
	findings: readonly Of[],
	pick: (finding: Of) => Summary,
): Record<string, Summary> =>
	Object.fromEntries(
		findings
			.filter(({ runner }) => runner === understudy.name)
			.map((finding) => [`${prefix} ${finding.operation}`, pick(finding)]),
	);
