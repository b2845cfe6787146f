/** Lets so many requests a second through, and as many at once. */
export interface RateLimit {
	/** @returns 0 where the request may pass, else in how many seconds it is worth trying again */
	pass(now: number): number;
}

/** What numbers of this size round by, in milliseconds. */
const ROUNDING_MS = 0.001;

/** @param perSecond above 0; below 1, one request in so many seconds */
export function createRateLimit(perSecond: number): RateLimit {
	const interval = 1000 / perSecond;
	const ahead = (Math.max(1, perSecond) - 1) * interval;
	// A time instead of what has been saved up since: adding up little by little would round, and make the promise late.
	let settled = Number.NEGATIVE_INFINITY;
	return {
		pass(now) {
			const from = Math.max(settled, now);
			const wait = from - ahead - now - ROUNDING_MS;
			if (wait > 0) return Math.ceil(wait / 1000);
			settled = from + interval;
			return 0;
		},
	};
}
