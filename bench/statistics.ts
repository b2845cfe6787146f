/** The median and the quartiles of some samples. */
export interface Summary {
	readonly median: number;
	readonly q1: number;
	readonly q3: number;
}

/** Computes the value that this share of the samples does not exceed. */
export function computeQuantile(
	samples: readonly number[],
	share: number,
): number {
	const ascending = samples.toSorted((a, b) => a - b);
	const position = (samples.length - 1) * share;
	const [below = NaN, above = below] = ascending.slice(Math.floor(position));
	return below + (above - below) * (position % 1);
}

/** @throws RangeError if there are no samples */
export function summarize(samples: readonly number[]): Summary {
	if (samples.length === 0)
		throw new RangeError(
			"Cannot summarize without samples: measure at least one round.",
		);
	return {
		median: computeQuantile(samples, 0.5),
		q1: computeQuantile(samples, 0.25),
		q3: computeQuantile(samples, 0.75),
	};
}

/**
 * Divides the samples by the baseline of the same round. Both were measured under the same load of the machine, so
 * these ratios vary less than the ratio of two medians.
 */
export const computeRatios = (
	samples: readonly number[],
	baseline: readonly number[],
): number[] =>
	samples.map((sample, round) => sample / (baseline[round] ?? NaN));

/** Returns the items in random order, so that no item always follows the same other item. */
export const shuffle = <Item>(items: readonly Item[]): Item[] =>
	items
		.map((item) => ({ item, rank: Math.random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ item }) => item);

export const unique = <Value>(values: readonly Value[]): Value[] => [
	...new Set(values),
];
