/** The median and the spread of some samples. */
export interface Summary {
	readonly median: number;
	/** The first quartile. */
	readonly q1: number;
	/** The third quartile. */
	readonly q3: number;
}

/** Computes the value that this share of the ascending samples does not exceed. */
export function computeQuantile(
	ascending: ArrayLike<number>,
	share: number,
): number {
	const position = (ascending.length - 1) * share;
	const below = ascending[Math.floor(position)] ?? Number.NaN;
	const above = ascending[Math.ceil(position)] ?? Number.NaN;
	return below + (above - below) * (position - Math.floor(position));
}

/** @throws RangeError if there are no samples */
export function summarize(samples: readonly number[]): Summary {
	if (samples.length === 0)
		throw new RangeError(
			"Cannot summarize without samples: measure at least one round.",
		);
	const ascending = samples.toSorted((a, b) => a - b);
	return {
		median: computeQuantile(ascending, 0.5),
		q1: computeQuantile(ascending, 0.25),
		q3: computeQuantile(ascending, 0.75),
	};
}

/**
 * Divides the samples by the baseline of the same round. Both were measured under the same load of the machine, so
 * these ratios vary less than the ratio of two medians.
 */
export function computeRatios(
	samples: readonly number[],
	baseline: readonly number[],
): number[] {
	return samples.map((sample, round) => sample / (baseline[round] ?? NaN));
}

/** Returns the items in random order, so that no item always follows the same other item. */
export const shuffle = <Item>(items: readonly Item[]): Item[] =>
	items
		.map((item) => ({ item, rank: Math.random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ item }) => item);
