import fc from "fast-check";

/** Decisions that follow from a seed. */
export interface Choices {
	/** Returns a whole number below the limit. */
	below(limit: number): number;
	/** Returns a number, at least 0 and less than 1. */
	fraction(): number;
	/** Returns true with this probability. */
	chance(probability: number): boolean;
	/** Returns one of the values, or undefined if there are no values. */
	of<Value>(values: readonly Value[]): Value | undefined;
}

/** The number of decisions that are drawn at once. */
const DRAWN = 200;
const MOST = 1_000_000;

const decisions = fc.array(fc.noBias(fc.nat(MOST - 1)), {
	minLength: DRAWN,
	maxLength: DRAWN,
});

/** Returns an endless series of decisions. */
export function createChoices(seed: number): Choices {
	let drawn: number[] = [];
	let round = 0;
	function next(): number {
		if (drawn.length === 0) {
			drawn = fc.sample(decisions, { seed: seed + round, numRuns: 1 })[0] ?? [];
			round += MOST;
		}
		return drawn.pop() ?? 0;
	}
	const below = (limit: number): number => next() % limit;
	return {
		below,
		fraction: () => next() / MOST,
		chance: (probability) => next() < probability * MOST,
		of: (values) => values[below(Math.max(values.length, 1))],
	};
}
