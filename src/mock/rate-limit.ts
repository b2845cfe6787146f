/** Lets so many requests a second through, and as many at once. */
export interface RateLimit {
	/** @returns 0 where the request may pass, else in how many seconds it is worth trying again */
	pass(now: number): number;
}

/** @param perSecond above 0; below 1, one request in so many seconds */
export function createRateLimit(perSecond: number): RateLimit {
	const most = Math.max(1, perSecond);
	let tokens = most;
	let last: number | undefined;
	return {
		pass(now) {
			tokens = Math.min(
				most,
				tokens + ((now - (last ?? now)) / 1000) * perSecond,
			);
			last = now;
			if (tokens >= 1) {
				tokens -= 1;
				return 0;
			}
			return Math.ceil((1 - tokens) / perSecond);
		},
	};
}
