import type { Observation } from "../values/exposition.ts";

type Labels = Readonly<Record<string, string>>;

/** Counts durations by labels. */
export interface Histogram {
	/** The upper bounds, in seconds, ascending. */
	readonly bounds: readonly number[];
	/** @param labels reuse the object: look-ups are cached by its identity */
	observe(labels: Labels, seconds: number): void;
	observations(): readonly Observation[];
	/** Returns the counts, from which `createHistogram` can continue. */
	series(): readonly Series[];
	copy(): Histogram;
}

export interface Series {
	readonly labels: Labels;
	count: number;
	sum: number;
	/** The number of values in each bucket, not cumulative. */
	readonly bucketCounts: number[];
}

/** @param bounds the upper bounds, in seconds, ascending */
export function createHistogram(
	bounds: readonly number[],
	initial: Iterable<Series> = [],
): Histogram {
	const byKey = new Map<string, Series>();
	const byIdentity = new Map<Labels, Series>();

	function find(labels: Labels): Series {
		const key = Object.values(labels).join("\n");
		const series = byKey.get(key) ?? {
			labels,
			count: 0,
			sum: 0,
			bucketCounts: bounds.map(() => 0),
		};
		byKey.set(key, series);
		// Keeps the cache bounded if callers pass new objects each time.
		if (byIdentity.size > byKey.size) byIdentity.clear();
		byIdentity.set(labels, series);
		return series;
	}
	// The counts in a file may have other bounds.
	for (const each of initial)
		if (each.bucketCounts.length === bounds.length)
			Object.assign(find(each.labels), structuredClone(each));

	return {
		bounds,
		observe(labels, seconds) {
			const series = byIdentity.get(labels) ?? find(labels);
			series.count += 1;
			series.sum += seconds;
			let index = 0;
			while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1;
			if (index < bounds.length)
				series.bucketCounts[index] = (series.bucketCounts[index] ?? 0) + 1;
		},
		observations: () =>
			[...byKey.values()].map(({ labels, count, sum, bucketCounts }) => {
				let cumulative = 0;
				const buckets = bucketCounts.map((each) => {
					cumulative += each;
					return cumulative;
				});
				return { labels, count, sum, buckets };
			}),
		series: () => [...byKey.values()],
		copy: () => createHistogram(bounds, byKey.values()),
	};
}
