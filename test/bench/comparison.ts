import { formatQuartiles, formatTable } from "./report.ts";
import {
	computeRatios,
	type Summary,
	shuffle,
	summarize,
} from "./statistics.ts";

export interface Named {
	readonly name: string;
}

/**
 * Measures every subject once per round in random order, so that a busy moment of the machine affects all of them
 * equally. The samples of warm-up rounds are dropped.
 */
export async function measureRounds<Subject, Sample>(
	subjects: readonly Subject[],
	rounds: number,
	warmUps: number,
	signal: AbortSignal,
	measure: (subject: Subject) => Promise<Sample>,
): Promise<Map<Subject, Sample[]>> {
	const samples = new Map(
		subjects.map((subject): [Subject, Sample[]] => [subject, []]),
	);
	for (let round = -warmUps; round < rounds; round += 1)
		for (const subject of shuffle(subjects)) {
			signal.throwIfAborted();
			const sample = await measure(subject);
			if (round >= 0) samples.get(subject)?.push(sample);
		}
	return samples;
}

export interface Comparison extends Named {
	readonly value: Summary;
	/** The value relative to that of the first subject, per round. */
	readonly ratio: Summary;
}

/** Compares every subject with the first one. */
export function compareWithFirst(
	samples: ReadonlyMap<Named, readonly number[]>,
): Comparison[] {
	const [baseline = []] = samples.values();
	return [...samples].map(([{ name }, own]) => ({
		name,
		value: summarize(own),
		ratio: summarize(computeRatios(own, baseline)),
	}));
}

export const formatComparisons = (
	comparisons: readonly Comparison[],
	digits: number,
	unit: string,
): string[] =>
	formatTable([
		["", "median", "quartiles", "ratio", "quartiles"],
		...comparisons.map(({ name, value, ratio }) => [
			name,
			`${value.median.toFixed(digits)} ${unit}`,
			formatQuartiles(value, digits),
			ratio.median.toFixed(2),
			formatQuartiles(ratio, 2),
		]),
	]);
