/** Allows a number of requests per second, and as many at once. */
export interface RateLimit {
	readonly perSecond: number;
	/** Returns 0 if the request is allowed, otherwise the seconds after which a retry makes sense. */
	acquire(now: number): number;
}

/** Differences below this many milliseconds are rounding errors. */
const ROUNDING_MS = 0.001;

/** @param perSecond above 0; 0.1 allows one request every ten seconds */
export function createRateLimit(perSecond: number): RateLimit {
	const interval = 1000 / perSecond;
	const burst = (Math.max(1, perSecond) - 1) * interval;
	// A point in time instead of a saved-up allowance: many small additions would add up rounding errors.
	let earliest = Number.NEGATIVE_INFINITY;
	return {
		perSecond,
		acquire(now) {
			const from = Math.max(earliest, now);
			const wait = from - burst - now - ROUNDING_MS;
			if (wait > 0) return Math.ceil(wait / 1000);
			earliest = from + interval;
			return 0;
		},
	};
}
