import { type Summary, summarise } from "../statistics.ts";
import type { Usage } from "./measure-usage.ts";

/** What was found, as lines, as data, and by the name of a goal. */
export interface Findings<Finding> {
	readonly lines: readonly string[];
	readonly findings: readonly Finding[];
	readonly measured: Readonly<Record<string, Summary>>;
}

export const spread = ({ q1, q3 }: Summary, digits: number): string =>
	`${q1.toFixed(digits)} to ${q3.toFixed(digits)}`;

/** Null where the system does not tell. */
export function medianOf(
	samples: readonly Partial<Usage>[],
	what: keyof Usage,
): number | null {
	const known = samples.flatMap((sample) => sample[what] ?? []);
	return known.length === 0 ? null : summarise(known).median;
}
