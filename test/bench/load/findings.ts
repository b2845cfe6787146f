import { type Summary, summarize } from "../statistics.ts";
import type { Usage } from "./measure-usage.ts";

/** Results as lines to print, as data, and by the key of a goal. */
export interface Findings<Finding> {
	readonly lines: readonly string[];
	readonly findings: readonly Finding[];
	readonly measured: Readonly<Record<string, Summary>>;
}

export const formatQuartiles = ({ q1, q3 }: Summary, digits: number): string =>
	`${q1.toFixed(digits)} to ${q3.toFixed(digits)}`;

/** Returns null if the system does not report the usage. */
export function computeMedian(
	samples: readonly Partial<Usage>[],
	property: keyof Usage,
): number | null {
	const known = samples.flatMap((sample) => sample[property] ?? []);
	return known.length === 0 ? null : summarize(known).median;
}
