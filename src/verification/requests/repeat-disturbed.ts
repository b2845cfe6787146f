import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingRequest, ProviderResponse, Send } from "../contract.ts";
import { NoResponseError } from "../errors.ts";
import {
	createPacing,
	createPatience,
	isDisturbed,
	isLimited,
	isMissing,
	isTimeout,
	MAX_ATTEMPTS,
	type Outcome,
	type Pacing,
	type Patience,
	readRetryAfter,
} from "./patience.ts";

const BACKOFF_MS = 20;
/** For rate limits and outages, which last longer. */
const LONG_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** More requests than a verification sends. With a rate limit, so many fit into the deadline. */
const MAX_REQUESTS = 480;

const backOff = (startMs: number, attempts: number): number =>
	Math.min(startMs * 2 ** (attempts - 1), MAX_BACKOFF_MS);

/** A `Send` that repeats requests while the service is disturbed. */
export interface RepeatingSend extends Pick<Patience, "isByChance"> {
	readonly send: Send;
	/** Whether the service does not respond any more, or only with 429. */
	isDown(): boolean;
}

/** What all requests of a run share. */
interface Shared {
	readonly transmit: Send;
	readonly signal: AbortSignal;
	readonly pacing: Pacing;
	readonly patience: Patience;
}

async function attempt(
	{ transmit, signal }: Shared,
	request: OutgoingRequest,
): Promise<Outcome> {
	const outcome = await transmit(request).catch((error: unknown) => {
		if (error instanceof NoResponseError) return error;
		throw error;
	});
	signal.throwIfAborted();
	return outcome;
}

/** Returns false if there is no time to wait for a limit. Other requests are then repeated at once. */
async function waitAfter(
	{ pacing, patience, signal }: Shared,
	outcome: Outcome,
	attempts: number,
	sentAt: number,
): Promise<boolean> {
	const asked = readRetryAfter(outcome);
	if (isLimited(outcome)) {
		const ms = Math.max(asked, backOff(LONG_BACKOFF_MS, attempts));
		if (!patience.takeTime(ms, true)) return false;
		pacing.slowDown(sentAt, ms);
		return true;
	}
	const ms = Math.max(asked, backOff(BACKOFF_MS, attempts));
	const shortened = Math.min(ms, MAX_BACKOFF_MS);
	if (patience.takeTime(shortened))
		await sleep(shortened, undefined, { signal });
	return true;
}

/** Waits until requests succeed that succeeded before. Returns after how many attempts, or undefined if never. */
async function waitForNeighbors(
	shared: Shared,
	neighbors: ReadonlyMap<string, OutgoingRequest>,
): Promise<number | undefined> {
	const { patience, signal } = shared;
	for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
		let isUp = true;
		for (const each of neighbors.values())
			isUp &&= !isDisturbed(await attempt(shared, each));
		if (isUp) return attempts;
		const ms = backOff(2 * LONG_BACKOFF_MS, attempts);
		if (!patience.takeTime(ms)) return undefined;
		await sleep(ms, undefined, { signal });
	}
	return undefined;
}

/**
 * Repeats requests without a response, or with 5xx or 429, as a client would: these are also the responses of a proxy,
 * a restart or a rate limit. A request that keeps failing while others succeed keeps its response.
 * @param deadlineMs the limit of the whole run
 */
export function repeatDisturbed(
	transmit: Send,
	signal: AbortSignal,
	deadlineMs: number,
): RepeatingSend {
	const pacing = createPacing(signal, deadlineMs / MAX_REQUESTS);
	const patience = createPatience(deadlineMs);
	const shared = { transmit, signal, pacing, patience };
	/** Requests that have succeeded, by path. They show whether the service is up. */
	const neighbors = new Map<string, OutgoingRequest>();
	let isDown = false;

	/** Returns the last outcome of a request, and how often it failed except with 429. */
	async function repeat(
		request: OutgoingRequest,
	): Promise<{ outcome: Outcome; failures: number }> {
		let failures = 0;
		for (let attempts = 1; ; attempts++) {
			const sentAt = isDown ? 0 : await pacing.takeTurn();
			const outcome = await attempt(shared, request);
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

	/** Repeats a request that keeps failing once more if that was due to an outage. */
	async function repeatAfterOutage(
		request: OutgoingRequest,
		first: { outcome: Outcome; failures: number },
	): Promise<{ outcome: Outcome; failures: number }> {
		patience.noteFailure(first.outcome);
		if (isTimeout(first.outcome)) return first;
		const waits = isLimited(first.outcome)
			? undefined
			: await waitForNeighbors(shared, neighbors);
		isDown = waits === undefined;
		if (waits === undefined || waits === 1) return first;
		const { outcome, failures } = await repeat(request);
		return { outcome, failures: failures + first.failures };
	}

	async function send(request: OutgoingRequest): Promise<ProviderResponse> {
		const first = await repeat(request);
		const { outcome, failures } =
			isDisturbed(first.outcome) && !isDown
				? await repeatAfterOutage(request, first)
				: first;
		if (isMissing(outcome))
			throw new NoResponseError(outcome.message, outcome.timedOut, isDown);
		if (request.method === "GET" && outcome.status < 300)
			neighbors.set(request.path.replace(/\?.*/, ""), request);
		return failures > 0
			? { ...outcome, repeated: { failures, isDown } }
			: outcome;
	}

	return { send, isByChance: patience.isByChance, isDown: () => isDown };
}
