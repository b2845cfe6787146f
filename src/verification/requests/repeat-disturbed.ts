import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingRequest, ProviderResponse, Send } from "../contract.ts";
import { keepNoResponse, NoResponseError } from "../errors.ts";
import { createPacing, type Pacing } from "./pacing.ts";

/** The result of sending a request once. */
type Outcome = ProviderResponse | NoResponseError;

const isTimeout = (outcome: Outcome): boolean =>
	outcome instanceof NoResponseError && outcome.timedOut;

const isLimited = (outcome: Outcome): boolean =>
	!(outcome instanceof NoResponseError) && outcome.status === 429;

/** Whether the failure may be temporary. 501 is permanent: the operation does not exist. */
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
/** As long as waiting has not helped, all requests together wait at most this time and this share of the deadline. */
const MAX_IN_VAIN_MS = 10_000;
const IN_VAIN_SHARE = 1 / 12;
/** If repeated failures of a request are less likely than this to be chance, the request itself causes them. */
const MIN_CHANCE = 1e-5;

/**
 * Decides how often requests are repeated, by how often repeating has helped in this run.
 * @param deadlineMs the limit of the whole run, half of which may be spent waiting
 */
function createPatience(deadlineMs: number) {
	let sent = 0;
	let lost = 0;
	let inVain = 0;
	let waitedMs = 0;
	let isHanging = false;
	const inVainMs = Math.min(MAX_IN_VAIN_MS, deadlineMs * IN_VAIN_SHARE);
	return {
		/** Called when a request has got a response: how often it was sent, and failed except with 429. */
		noteSuccess(attempts: number, failures: number): void {
			sent += attempts;
			lost += failures;
		},
		/** Called when the repetitions of a request have all failed. */
		noteFailure(outcome: Outcome): void {
			inVain += 1;
			isHanging ||= isTimeout(outcome);
		},
		/** Returns how often to send a request with this outcome. */
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
		/** Returns whether there is time to wait so long. */
		takeTime(ms: number, isForLimit = false): boolean {
			const helps = isForLimit ? sent > 0 : lost > 0;
			if (waitedMs + ms > (helps ? deadlineMs / 2 : inVainMs)) return false;
			waitedMs += ms;
			return true;
		},
		/** Whether this many failures of one request may be chance, given how often other requests failed by chance. */
		isByChance: (failures: number): boolean =>
			lost > 0 && (lost / sent) ** failures > MIN_CHANCE,
	};
}

const BACKOFF_MS = 20;
/** For rate limits and outages, which last longer. */
const LONG_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

const backOff = (startMs: number, attempts: number): number =>
	Math.min(startMs * 2 ** (attempts - 1), MAX_BACKOFF_MS);

/** A `Send` that repeats requests while the service is disturbed. */
export interface RepeatingSend {
	readonly send: Send;
	/** Whether this many failures of one request may be chance, given how often other requests failed by chance. */
	isByChance(failures: number): boolean;
	/** Whether the service does not respond any more, or only with 429. */
	isDown(): boolean;
}

/** What all requests of a run share. */
interface Shared {
	readonly attempt: (request: OutgoingRequest) => Promise<Outcome>;
	readonly signal: AbortSignal;
	readonly pacing: Pacing;
	readonly patience: ReturnType<typeof createPatience>;
}

/** Returns false if there is no time to wait for a limit. Other requests are then repeated at once. */
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

/** Waits until earlier successful requests succeed again. Returns the number of attempts; undefined if they keep failing. */
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
 * Repeats requests without a response, or with 5xx or 429, as a client would: these are also the responses of a proxy,
 * a restart or a rate limit. A request that keeps failing while others succeed keeps its response.
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
	/** Requests that have succeeded, by path. They show whether the service is up. */
	const neighbors = new Map<string, OutgoingRequest>();
	let isDown = false;

	/** Returns the last outcome of a request, and how often it failed except with 429. */
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

	/** Waits for the end of an outage. Returns whether an outage made the request fail, and has ended. */
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
