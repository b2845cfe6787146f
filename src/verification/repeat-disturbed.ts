import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingRequest, ProviderResponse, Send } from "./contract.ts";
import { createPacing } from "./pacing.ts";
import { NoResponseError } from "./send.ts";

const MAX_ATTEMPTS = 8;
/** As long as no repetition has helped. */
const FEW_ATTEMPTS = 4;
const MAX_IN_VAIN = 3;
const BACKOFF_MS = 20;
const LIMIT_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** How long all requests together may wait, as long as waiting has not helped. */
const MAX_WAIT_IN_VAIN_MS = 10_000;
/** More requests than a verification sends. With a rate limit, so many fit into the deadline. */
const MAX_REQUESTS = 480;
/** A failure that is less likely by chance is due to the request. */
const MIN_CHANCE = 1e-5;

type Outcome = ProviderResponse | NoResponseError;

const isNone = (outcome: Outcome): outcome is NoResponseError =>
	outcome instanceof NoResponseError;
const isLimited = (outcome: Outcome): boolean =>
	!isNone(outcome) && outcome.status === 429;
/** 501 is no failure of the moment: the operation does not exist. */
const isDisturbed = (outcome: Outcome): boolean =>
	isNone(outcome) ||
	outcome.status === 429 ||
	(outcome.status >= 500 && outcome.status !== 501);

/** Returns the milliseconds that the response asks to wait. */
function readRetryAfter(outcome: Outcome): number {
	const value = (!isNone(outcome) && outcome.headers["retry-after"]) || "0";
	const seconds = Number(value);
	const ms = Number.isNaN(seconds)
		? Date.parse(value) - Date.now()
		: seconds * 1000;
	return Math.max(ms || 0, 0);
}

/** A `Send` that repeats requests while the service is disturbed. */
export interface RepeatingSend {
	readonly send: Send;
	/** Whether so many failures of one request may be chance, since those of other requests were. */
	isByChance(failures: number): boolean;
	/** Whether the service responds to no request any more, or only with 429. */
	isDown(): boolean;
}

/**
 * Repeats requests without a response, or with 5xx or 429, as a client would: 5xx and 429 are also the responses of a
 * proxy, a restart or a rate limit. A request that keeps failing while others succeed keeps its response.
 * @param deadlineMs the limit of the whole run. Half of it may be spent waiting
 */
export function repeatDisturbed(
	transmit: Send,
	signal: AbortSignal,
	deadlineMs: number,
): RepeatingSend {
	const pacing = createPacing(signal, deadlineMs / MAX_REQUESTS);
	/** Requests that have succeeded, by path. They show whether the service is up. */
	const neighbors = new Map<string, OutgoingRequest>();
	/** The attempts of requests that got a response in the end, and how many of them failed before, except with 429. */
	let sent = 0;
	let lost = 0;
	let inVain = 0;
	let waitedMs = 0;
	let isHanging = false;
	let isDown = false;

	async function attempt(
		request: OutgoingRequest,
	): Promise<{ outcome: Outcome; sentAt: number }> {
		const sentAt = isDown ? performance.now() : await pacing.takeTurn();
		const outcome = await transmit(request).catch((error: unknown) => {
			if (error instanceof NoResponseError) return error;
			throw error;
		});
		signal.throwIfAborted();
		return { outcome, sentAt };
	}

	function countAttempts(outcome: Outcome): number {
		if (isDown) return 1;
		if (isNone(outcome) && outcome.timedOut)
			return sent > 0 && !isHanging ? 2 : 1;
		if (isLimited(outcome)) return sent > 0 ? MAX_ATTEMPTS : FEW_ATTEMPTS;
		if (lost > 0) {
			const enough = Math.ceil(Math.log(MIN_CHANCE) / Math.log(lost / sent));
			return Math.min(Math.max(enough, FEW_ATTEMPTS), MAX_ATTEMPTS);
		}
		if (inVain < MAX_IN_VAIN) return FEW_ATTEMPTS;
		return sent > 0 ? 2 : 1;
	}

	/** Returns whether there is time to wait for so long. */
	function takeTime(ms: number, helps: boolean): boolean {
		const maxMs = helps ? deadlineMs / 2 : MAX_WAIT_IN_VAIN_MS;
		if (waitedMs + ms > maxMs) return false;
		waitedMs += ms;
		return true;
	}

	/** Returns false without waiting if that would take too long. */
	async function waitAfter(
		outcome: Outcome,
		attempts: number,
		sentAt: number,
	): Promise<boolean> {
		const limited = isLimited(outcome);
		const base = limited ? LIMIT_BACKOFF_MS : BACKOFF_MS;
		const backoff = Math.min(base * 2 ** (attempts - 1), MAX_BACKOFF_MS);
		const ms = Math.max(readRetryAfter(outcome), backoff);
		if (!limited && ms > MAX_BACKOFF_MS) return false;
		if (!takeTime(ms, limited ? sent > 0 : lost > 0)) return false;
		if (limited) pacing.slowDown(sentAt, ms);
		else await sleep(ms, undefined, { signal });
		return true;
	}

	/** Sends a request until it gets a response, and returns the last outcome and the number of failures, except 429. */
	async function repeat(
		request: OutgoingRequest,
	): Promise<{ outcome: Outcome; failures: number }> {
		let failures = 0;
		for (let attempts = 1; ; attempts++) {
			const { outcome, sentAt } = await attempt(request);
			if (!isDisturbed(outcome)) {
				sent += attempts;
				lost += failures;
				isDown = false;
				return { outcome, failures };
			}
			if (!isLimited(outcome)) failures += 1;
			const isLast = attempts >= countAttempts(outcome);
			if (isLast || !(await waitAfter(outcome, attempts, sentAt)))
				return { outcome, failures };
		}
	}

	/** Waits until requests succeed that succeeded before. Returns after how many attempts, or undefined if never. */
	async function waitForNeighbors(): Promise<number | undefined> {
		for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
			const outcomes: Outcome[] = [];
			for (const each of neighbors.values())
				outcomes.push((await attempt(each)).outcome);
			if (!outcomes.some(isDisturbed)) return attempts;
			const ms = Math.min(LIMIT_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS);
			if (!takeTime(ms, lost > 0)) return undefined;
			await sleep(ms, undefined, { signal });
		}
		return undefined;
	}

	async function send(request: OutgoingRequest): Promise<ProviderResponse> {
		let { outcome, failures } = await repeat(request);
		if (isDisturbed(outcome) && !isDown) {
			inVain += 1;
			if (isLimited(outcome)) isDown = true;
			else if (isNone(outcome) && outcome.timedOut) isHanging = true;
			else {
				const waits = await waitForNeighbors();
				isDown = waits === undefined;
				if (waits !== undefined && waits > 1) {
					const again = await repeat(request);
					outcome = again.outcome;
					failures += again.failures;
				}
			}
		}
		if (isNone(outcome))
			throw new NoResponseError(outcome.message, outcome.timedOut, isDown);
		if (request.method === "GET" && outcome.status < 300)
			neighbors.set(request.path.replace(/\?.*/, ""), request);
		return failures > 0
			? { ...outcome, repeated: { failures, isDown } }
			: outcome;
	}

	return {
		send,
		isByChance: (failures) =>
			lost > 0 && (lost / sent) ** failures > MIN_CHANCE,
		isDown: () => isDown,
	};
}
