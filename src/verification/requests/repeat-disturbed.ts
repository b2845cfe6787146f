import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingRequest, ProviderResponse, Send } from "../contract.ts";
import { keepNoResponse, NoResponseError } from "../errors.ts";

const WINDOW_MS = 1000;
const GROWTH = 1.5;
/**
 * A number of requests that no verification reaches. The interval is short enough to send this many before the
 * deadline.
 */
const MAX_REQUESTS = 480;

/** Slows down the requests of a run after the first one that exceeds a rate limit. */
interface Pacing {
	/** Waits for the next permitted time. Returns this time. */
	takeTurn(): Promise<number>;
	/**
	 * Pauses all requests, and sends later ones more slowly.
	 * @param sentAt the time of the request that exceeded the limit
	 */
	slowDown(sentAt: number, pauseMs: number): void;
}

/** @param deadlineMs the limit of the whole run */
function createPacing(signal: AbortSignal, deadlineMs: number): Pacing {
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

/** The result of sending a request once. */
type Outcome = ProviderResponse | NoResponseError;

const isTimeout = (outcome: Outcome): boolean =>
	outcome instanceof NoResponseError && outcome.timedOut;

const isLimited = (outcome: Outcome): boolean =>
	!(outcome instanceof NoResponseError) && outcome.status === 429;

/** Whether the failure may be temporary. 501 is permanent, because the operation does not exist. */
const isDisturbed = (outcome: Outcome): boolean =>
	outcome instanceof NoResponseError ||
	outcome.status === 429 ||
	(outcome.status >= 500 && outcome.status !== 501);

/** Returns the milliseconds that the response asks to wait. */
function readRetryAfter(outcome: Outcome): number {
	if (outcome instanceof NoResponseError) return 0;
	const { "retry-after": value = "0" } = outcome.headers;
	const seconds = Number(value);
	const ms = Number.isNaN(seconds)
		? Date.parse(value) - Date.now()
		: seconds * 1000;
	return Math.max(ms || 0, 0);
}

const MAX_ATTEMPTS = 8;
const FEW_ATTEMPTS = 4;
const MAX_IN_VAIN = 3;
/** Limits of the waiting time of all requests while waiting has not helped: a time, and a share of the deadline. */
const MAX_IN_VAIN_MS = 10_000;
const IN_VAIN_SHARE = 1 / 12;
/** The probability limit for chance: if repeated failures are less probable, the request itself causes them. */
const MIN_CHANCE = 1e-5;

/**
 * Decides how often requests are repeated, depending on how often repetition has helped in this run.
 * @param deadlineMs the limit of the whole run. Half of it may be spent waiting.
 */
function createPatience(deadlineMs: number) {
	let sent = 0;
	let lost = 0;
	let inVain = 0;
	let waitedMs = 0;
	let isHanging = false;
	const inVainMs = Math.min(MAX_IN_VAIN_MS, deadlineMs * IN_VAIN_SHARE);
	return {
		/**
		 * Called when a request succeeds.
		 * @param attempts the number of times it was sent
		 * @param failures the number of failures, except 429
		 */
		noteSuccess(attempts: number, failures: number): void {
			sent += attempts;
			lost += failures;
		},
		/** Called when all repetitions of a request have failed. */
		noteFailure(outcome: Outcome): void {
			inVain += 1;
			isHanging ||= isTimeout(outcome);
		},
		/** Returns the number of attempts for a request with this outcome. */
		countAttempts(outcome: Outcome): number {
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
		/** Returns whether there is enough time to wait. */
		takeTime(ms: number, isForLimit = false): boolean {
			const helps = isForLimit ? sent > 0 : lost > 0;
			if (waitedMs + ms > (helps ? deadlineMs / 2 : inVainMs)) return false;
			waitedMs += ms;
			return true;
		},
		/**
		 * Whether this number of failures of one request may be chance, given the rate of chance failures of other
		 * requests.
		 */
		isByChance: (failures: number): boolean =>
			lost > 0 && (lost / sent) ** failures > MIN_CHANCE,
	};
}

const BACKOFF_MS = 20;
/** The delay for rate limits and outages, which last longer. */
const LONG_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

const backOff = (startMs: number, attempts: number): number =>
	Math.min(startMs * 2 ** (attempts - 1), MAX_BACKOFF_MS);

/** A `Send` that repeats requests while the service is disturbed. */
export interface RepeatingSend {
	readonly send: Send;
	/**
	 * Whether this number of failures of one request may be chance, given the rate of chance failures of other requests.
	 */
	isByChance(failures: number): boolean;
	/** Whether the service has stopped responding, or responds only with 429. */
	isDown(): boolean;
}

/** The state that all requests of a run share. */
interface Shared {
	readonly attempt: (request: OutgoingRequest) => Promise<Outcome>;
	readonly signal: AbortSignal;
	readonly pacing: Pacing;
	readonly patience: ReturnType<typeof createPatience>;
}

/**
 * Waits before a repetition. Returns false if there is no time to wait for a rate limit. Other requests are repeated
 * at once then.
 */
async function waitAfter(
	{ pacing, patience, signal }: Shared,
	outcome: Outcome,
	attempts: number,
	sentAt: number,
): Promise<boolean> {
	const isForLimit = isLimited(outcome);
	const own = backOff(isForLimit ? LONG_BACKOFF_MS : BACKOFF_MS, attempts);
	const ms = Math.max(readRetryAfter(outcome), own);
	if (isForLimit) {
		if (!patience.takeTime(ms, true)) return false;
		pacing.slowDown(sentAt, ms);
		return true;
	}
	const shortened = Math.min(ms, MAX_BACKOFF_MS);
	if (patience.takeTime(shortened))
		await sleep(shortened, undefined, { signal });
	return true;
}

/**
 * Waits until requests that succeeded before succeed again. Returns the number of attempts, or undefined if they keep
 * failing.
 */
async function waitForNeighbors(
	{ attempt, patience, signal }: Shared,
	neighbors: ReadonlyMap<string, OutgoingRequest>,
): Promise<number | undefined> {
	for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
		let isUp = true;
		for (const each of neighbors.values())
			isUp &&= !isDisturbed(await attempt(each));
		if (isUp) return attempts;
		const ms = backOff(2 * LONG_BACKOFF_MS, attempts);
		if (!patience.takeTime(ms)) return undefined;
		await sleep(ms, undefined, { signal });
	}
	return undefined;
}

/**
 * Repeats requests without a response, or with 5xx or 429, as a client would, because a proxy, a restart or a rate
 * limit may be the cause. If a request keeps failing while others succeed, its response is kept.
 * @param deadlineMs the limit of the whole run
 */
export function repeatDisturbed(
	transmit: Send,
	signal: AbortSignal,
	deadlineMs: number,
): RepeatingSend {
	async function attempt(request: OutgoingRequest): Promise<Outcome> {
		const outcome = await transmit(request).catch(keepNoResponse);
		signal.throwIfAborted();
		return outcome;
	}
	const pacing = createPacing(signal, deadlineMs);
	const patience = createPatience(deadlineMs);
	const shared = { attempt, signal, pacing, patience };
	/** Requests that have succeeded, by path. They are sent again to find out whether the service is up. */
	const neighbors = new Map<string, OutgoingRequest>();
	let isDown = false;

	/** Returns the last outcome of a request, and the number of its failures, except 429. */
	async function repeat(request: OutgoingRequest) {
		let failures = 0;
		for (let attempts = 1; ; attempts++) {
			const sentAt = isDown ? 0 : await pacing.takeTurn();
			const outcome = await attempt(request);
			if (!isDisturbed(outcome)) {
				patience.noteSuccess(attempts, failures);
				isDown = false;
				return { outcome, failures };
			}
			if (!isLimited(outcome)) failures += 1;
			const isLast = isDown || attempts >= patience.countAttempts(outcome);
			if (isLast || !(await waitAfter(shared, outcome, attempts, sentAt)))
				return { outcome, failures };
		}
	}

	/** Waits for the end of an outage. Returns whether the request failed because of an outage that has ended. */
	async function waitForOutage(outcome: Outcome): Promise<boolean> {
		patience.noteFailure(outcome);
		if (isTimeout(outcome)) return false;
		const waits = isLimited(outcome)
			? undefined
			: await waitForNeighbors(shared, neighbors);
		isDown = waits === undefined;
		return waits !== undefined && waits > 1;
	}

	async function send(request: OutgoingRequest): Promise<ProviderResponse> {
		let { outcome, failures } = await repeat(request);
		if (isDisturbed(outcome) && !isDown && (await waitForOutage(outcome))) {
			const again = await repeat(request);
			outcome = again.outcome;
			failures += again.failures;
		}
		if (outcome instanceof NoResponseError)
			throw new NoResponseError(outcome.message, outcome.timedOut, isDown);
		if (request.method === "GET" && outcome.status < 300)
			neighbors.set(request.path.replace(/\?.*/, ""), request);
		return failures > 0
			? { ...outcome, repeated: { failures, isDown } }
			: outcome;
	}

	return { send, isByChance: patience.isByChance, isDown: () => isDown };
}
