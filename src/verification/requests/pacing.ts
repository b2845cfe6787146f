import { setTimeout as sleep } from "node:timers/promises";

const WINDOW_MS = 1000;
const GROWTH = 1.5;
/**
 * A number of requests that no verification reaches. The interval is short enough to send this many before the
 * deadline.
 */
const MAX_REQUESTS = 480;

/** Slows down the requests of a run after the first one that exceeds a rate limit. */
export interface Pacing {
	/** Waits for the next permitted time. Returns this time. */
	takeTurn(): Promise<number>;
	/**
	 * Pauses all requests, and sends later ones more slowly.
	 * @param sentAt the time of the request that exceeded the limit
	 */
	slowDown(sentAt: number, pauseMs: number): void;
}

/** @param deadlineMs the limit of the whole run */
export function createPacing(signal: AbortSignal, deadlineMs: number): Pacing {
	const maxIntervalMs = deadlineMs / MAX_REQUESTS;
	let recent: number[] = [];
	let intervalMs = 0;
	let nextAt = 0;
	let slowedAt = 0;
	return {
		async takeTurn() {
			const now = performance.now();
			const at = Math.max(now, nextAt);
			nextAt = at + intervalMs;
			recent = [...recent.filter((each) => each > at - WINDOW_MS), at];
			if (at > now) await sleep(at - now, undefined, { signal });
			return at;
		},
		slowDown(sentAt, pauseMs) {
			const now = performance.now();
			nextAt = Math.max(nextAt, now + pauseMs);
			// Requests sent at the same time exceed the limit together, which counts once.
			if (sentAt <= slowedAt) return;
			slowedAt = now;
			const slower = Math.max(intervalMs * GROWTH, WINDOW_MS / recent.length);
			intervalMs = Math.min(slower, maxIntervalMs);
		},
	};
}
