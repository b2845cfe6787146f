import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderResponse } from "../contract.ts";
import { NoResponseError } from "../errors.ts";

const WINDOW_MS = 1000;
const GROWTH = 1.5;

/** Spaces requests, once a rate limit has shown itself. */
export interface Pacing {
	/** Waits until the next request may be sent. Returns the time at which it is sent. */
	takeTurn(): Promise<number>;
	/**
	 * Pauses all requests, and sends the later ones more slowly.
	 * @param sentAt when the request was sent that exceeded the limit
	 */
	slowDown(sentAt: number, pauseMs: number): void;
}

/** @param maxIntervalMs the longest time between two requests, except for pauses */
export function createPacing(
	signal: AbortSignal,
	maxIntervalMs: number,
): Pacing {
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
			intervalMs = Math.min(
				Math.max(intervalMs * GROWTH, WINDOW_MS / recent.length),
				maxIntervalMs,
			);
		},
	};
}

export const MAX_ATTEMPTS = 8;
const FEW_ATTEMPTS = 4;
const MAX_IN_VAIN = 3;
/** The time to wait for all requests together, as long as waiting has not helped, and its share of the deadline. */
const MAX_IN_VAIN_MS = 10_000;
const IN_VAIN_SHARE = 1 / 12;
/** Failures of one request that are less likely by chance are due to the request. */
const MIN_CHANCE = 1e-5;

/** Decides how often requests are repeated, by how often that has helped in this run. */
export interface Patience {
	/** Called when a request has got a response: how often it was sent, and failed except with 429. */
	noteSuccess(attempts: number, failures: number): void;
	/** Called when the repetitions of a request have all failed. */
	noteFailure(outcome: Outcome): void;
	/** Returns how often to send a request with this outcome. */
	countAttempts(outcome: Outcome): number;
	/** Returns whether there is time to wait so long. */
	takeTime(ms: number, isForLimit?: boolean): boolean;
	/** Whether so many failures of one request may be chance, since those of other requests were. */
	isByChance(failures: number): boolean;
}

/** @param deadlineMs the limit of the whole run, half of which may be spent waiting */
export function createPatience(deadlineMs: number): Patience {
	let sent = 0;
	let lost = 0;
	let inVain = 0;
	let waitedMs = 0;
	let isHanging = false;
	const inVainMs = Math.min(MAX_IN_VAIN_MS, deadlineMs * IN_VAIN_SHARE);
	return {
		noteSuccess(attempts, failures) {
			sent += attempts;
			lost += failures;
		},
		noteFailure(outcome) {
			inVain += 1;
			isHanging ||= isTimeout(outcome);
		},
		countAttempts(outcome) {
			if (isTimeout(outcome)) {
				if (sent === 0 || isHanging) return 1;
				return lost > 0 ? 3 : 2;
			}
			if (isLimited(outcome)) return sent > 0 ? MAX_ATTEMPTS : FEW_ATTEMPTS;
			if (lost > 0) {
				const enough = Math.ceil(Math.log(MIN_CHANCE) / Math.log(lost / sent));
				return Math.min(Math.max(enough, FEW_ATTEMPTS), MAX_ATTEMPTS);
			}
			if (inVain < MAX_IN_VAIN) return FEW_ATTEMPTS;
			return sent > 0 ? 2 : 1;
		},
		takeTime(ms, isForLimit = false) {
			const helps = isForLimit ? sent > 0 : lost > 0;
			if (waitedMs + ms > (helps ? deadlineMs / 2 : inVainMs)) return false;
			waitedMs += ms;
			return true;
		},
		isByChance: (failures) =>
			lost > 0 && (lost / sent) ** failures > MIN_CHANCE,
	};
}

/** The result of sending a request once. */
export type Outcome = ProviderResponse | NoResponseError;

export const isMissing = (outcome: Outcome): outcome is NoResponseError =>
	outcome instanceof NoResponseError;

export const isTimeout = (outcome: Outcome): boolean =>
	isMissing(outcome) && outcome.timedOut;

export const isLimited = (outcome: Outcome): boolean =>
	!isMissing(outcome) && outcome.status === 429;

/** Whether the outcome may be due to the moment. 501 is not: the operation does not exist. */
export const isDisturbed = (outcome: Outcome): boolean =>
	isMissing(outcome) ||
	outcome.status === 429 ||
	(outcome.status >= 500 && outcome.status !== 501);

/** Returns the milliseconds that the response asks to wait. */
export function readRetryAfter(outcome: Outcome): number {
	const value = (!isMissing(outcome) && outcome.headers["retry-after"]) || "0";
	const seconds = Number(value);
	const ms = Number.isNaN(seconds)
		? Date.parse(value) - Date.now()
		: seconds * 1000;
	return Math.max(ms || 0, 0);
}
