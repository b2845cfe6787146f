import type { Observation } from "./store.ts";

type Labels = Readonly<Record<string, string>>;

/** Counts how often something took how long. */
export interface Histogram {
	/** Fastest where the same object is given for the same labels. */
	observe(labels: Labels, seconds: number): void;
	observations(): readonly Observation[];
	copy(): Histogram;
}

interface Counted {
	readonly labels: Labels;
	count: number;
	sum: number;
	/** How many took no longer than the bound, and longer than the one before; added up when they are asked for. */
	readonly between: number[];
}

/** @param bounds the upper bounds of the buckets, in seconds, ascending */
export function createHistogram(
	bounds: readonly number[],
	counted: Iterable<Counted> = [],
): Histogram {
	const own = new Map<string, Counted>();
	const byObject = new Map<Labels, Counted>();

	function find(labels: Labels): Counted {
		const key = Object.values(labels).join("\n");
		const entry = own.get(key) ?? {
			labels,
			count: 0,
			sum: 0,
			between: bounds.map(() => 0),
		};
		own.set(key, entry);
		// Bounded by the labels there are, unless somebody gives another object each time.
		if (byObject.size > own.size) byObject.clear();
		byObject.set(labels, entry);
		return entry;
	}
	for (const { labels, count, sum, between } of counted)
		Object.assign(find(labels), { count, sum, between: [...between] });

	return {
		observe(labels, seconds) {
			const entry = byObject.get(labels) ?? find(labels);
			entry.count += 1;
			entry.sum += seconds;
			for (let index = 0; index < bounds.length; index++)
				if (seconds <= (bounds[index] ?? 0)) {
					entry.between[index] = (entry.between[index] ?? 0) + 1;
					return;
				}
		},
		observations: () =>
			[...own.values()].map(({ labels, count, sum, between }) => {
				let below = 0;
				const buckets = between.map((some) => {
					below += some;
					return below;
				});
				return { labels, count, sum, buckets };
			}),
		copy: () => createHistogram(bounds, own.values()),
	};
}
