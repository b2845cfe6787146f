import type { Observation } from "./store.ts";

/** Counts how often something took how long. */
export interface Tally {
	observe(labels: Readonly<Record<string, string>>, seconds: number): void;
	observations(): readonly Observation[];
	copy(): Tally;
}

interface Counted {
	readonly labels: Readonly<Record<string, string>>;
	count: number;
	sum: number;
	readonly buckets: number[];
}

/** @param bounds the upper bounds of the buckets, in seconds, ascending */
export function createTally(
	bounds: readonly number[],
	counted: ReadonlyMap<string, Counted> = new Map(),
): Tally {
	const own = new Map(
		[...counted].map(([key, entry]) => [
			key,
			{ ...entry, buckets: [...entry.buckets] },
		]),
	);
	return {
		observe(labels, seconds) {
			const key = Object.values(labels).join("\n");
			const entry = own.get(key) ?? {
				labels,
				count: 0,
				sum: 0,
				buckets: bounds.map(() => 0),
			};
			own.set(key, entry);
			entry.count += 1;
			entry.sum += seconds;
			for (const [index, bound] of bounds.entries())
				if (seconds <= bound)
					entry.buckets[index] = (entry.buckets[index] ?? 0) + 1;
		},
		observations: () => [...own.values()],
		copy: () => createTally(bounds, own),
	};
}
