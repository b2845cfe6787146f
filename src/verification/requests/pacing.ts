import { setTimeout as sleep } from "node:timers/promises";

const WINDOW_MS = 1000;
const GROWTH = 1.5;
/** More requests than a verification sends. The interval stays short enough to send this many before the deadline. */
const MAX_REQUESTS = 480;

/** Spaces the requests of a run after the first one that exceeds a rate limit. */
export interface Pacing {
	/** Waits until the next request may be sent. Returns the time at which it is sent. */
	takeTurn(): Promise<number>;
	/**
	 * Pauses all requests, and sends the later ones more slowly.
	 * @param sentAt when the request was sent that exceeded the limit
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
			// Requests that were sent at the same time exceed the limit together, and only once.
			if (sentAt <= slowedAt) return;
			slowedAt = now;
			const slower = Math.max(intervalMs * GROWTH, WINDOW_MS / recent.length);
			intervalMs = Math.min(slower, maxIntervalMs);
		},
	};
}
