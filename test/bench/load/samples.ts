import type { Usage } from "./measure-usage.ts";

/** A measurement of one round, with the processor usage if the system reports it. */
export interface Sample extends Partial<Usage> {
	readonly runner: string;
	readonly operation: string;
}

/** A `busy` far below 1 means that the load generator was the limit. It is above 1 if the garbage collector uses another core. */
export interface SpeedSample extends Sample {
	readonly perSecond: number;
}

/** Latency quantiles in milliseconds. */
export interface Latency {
	readonly p50: number;
	readonly p99: number;
	/** The share of responses that were counted. Responses during a stall of the sending process are not. */
	readonly counted: number;
}

export type LatencySample = Sample & Latency;

/** Selects samples or findings. */
export const selectSamples = <Of extends Pick<Sample, "runner" | "operation">>(
	samples: readonly Of[],
	runner: string,
	operation: string,
): Of[] =>
	samples.filter(
		(each) => each.runner === runner && each.operation === operation,
	);
