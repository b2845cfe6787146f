/** Where the middle of the samples lies, and how far they scatter. */
export interface Summary {
	readonly median: number;
	/** The first quartile: a quarter of the samples is below it. */
	readonly q1: number;
	/** The third quartile: a quarter of the samples is above it. */
	readonly q3: number;
	readonly least: number;
	readonly most: number;
}

/** What this share of the samples, which come in ascending order, is not above. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
	const position = (ascending.length - 1) * share;
	const below = ascending[Math.floor(position)] ?? Number.NaN;
	const above = ascending[Math.ceil(position)] ?? Number.NaN;
	return below + (above - below) * (position - Math.floor(position));
}

/** @throws RangeError where there is nothing to summarise. */
export function summarise(samples: readonly number[]): Summary {
	if (samples.length === 0)
		throw new RangeError(
			"Cannot summarise no samples: measure at least one round.",
		);
	const ascending = samples.toSorted((a, b) => a - b);
	return {
		median: quantile(ascending, 0.5),
		q1: quantile(ascending, 0.25),
		q3: quantile(ascending, 0.75),
		least: quantile(ascending, 0),
		most: quantile(ascending, 1),
	};
}

/**
 * What the samples are of the baseline, round by round. Two samples of one round met the same load of the machine, so
 * their ratio scatters less than the ratio of two medians does.
 */
export function ratios(
	samples: readonly number[],
	baseline: readonly number[],
): number[] {
	return samples.map((sample, round) => sample / (baseline[round] ?? NaN));
}

/** The items in an order of chance, so that none of them always comes after the same other one. */
export function shuffled<Item>(
	items: readonly Item[],
	random: () => number = Math.random,
): Item[] {
	return items
		.map((item) => ({ item, rank: random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ item }) => item);
}
