import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange, ProviderResponse } from "../verification/contract.ts";
import { NoResponseError } from "../verification/errors.ts";
import type { Exchanges } from "./compare-forms.ts";
import { type Compared, compareResponses } from "./compare-responses.ts";
import { createComparing, type Difference } from "./comparing.ts";
import type { Operation } from "./operation.ts";
import {
	exchange,
	exchangeBoth,
	isAmbiguous,
	type Playing,
	type Stage,
	withComparablePage,
} from "./playing.ts";
import { readMore } from "./read-more.ts";
import { type Step, Unfillable } from "./step.ts";

/** A step that was played on both sides. */
export interface PlayedStep extends Exchanges {
	readonly step: Step;
	readonly operation: Operation;
	readonly differences: readonly Difference[];
	readonly seen: Compared["seen"];
}

/** A sequence whose last step shows a kind of difference. */
export interface Shown {
	readonly sequence: readonly Step[];
	readonly played: readonly PlayedStep[];
}

export interface Play {
	readonly steps: readonly PlayedStep[];
	/** Why the play ended early; undefined if it did not. A predicate whose subject is the service. */
	readonly untold: string | undefined;
}

/**
 * How long to wait between a write and the next request, so that no two records have the same time. Timers may end a
 * millisecond early.
 */
const WRITE_MS = 2;
const WAITS_MS = [50, 150, 300, 600];
/** The forms of differences that may occur because records appear late. */
const LATE = /^(a missing item|other items|no next page|another total)$/;

/** Returns why the exchange says nothing about the service; undefined if it is valid evidence. */
function findDisturbance(
	{ status, repeated }: ProviderResponse,
	expected: number,
	isByChance: Stage["isByChance"],
): string | undefined {
	if (status === 429) return "rejects requests with 429";
	if ((status === 401 || status === 403) && expected < 400)
		return `rejects requests with ${status}. Pass credentials with --header`;
	const isFailure =
		repeated && (repeated.isDown || isByChance(repeated.failures));
	return status >= 500 && isFailure ? `responds with ${status}` : undefined;
}

const isSearched = ({ plan }: Operation): boolean =>
	plan.behavior === "list" || plan.behavior === "search";

/**
 * Compares again, together with the service's next pages, if records of others may have displaced items of the
 * sequence.
 */
async function compare(
	playing: Playing,
	operation: Operation,
	step: Step,
	exchanges: Exchanges,
): Promise<Compared> {
	const { comparing } = playing;
	const compared = compareResponses(comparing, operation, step, exchanges);
	if (!compared.wantsMore) return compared;
	const { response } = exchanges.real;
	const more = await readMore(
		operation,
		step,
		response,
		async (next) => (await exchange(playing, "real", operation, next)).response,
	);
	return compareResponses(comparing, operation, step, exchanges, more);
}

/** Repeats a read while this may help, because some records appear late. */
async function settle(
	playing: Playing,
	operation: Operation,
	step: Step,
	first: Compared,
): Promise<Compared> {
	const { patience, signal } = playing.stage;
	const { id } = operation.operation;
	const balance = patience.get(id) ?? 0;
	const isHopeless =
		balance < 0 || !isSearched(operation) || playing.isNoiseTest;
	const mayBeLate =
		first.differences.length > 0 &&
		(operation.collection?.isDelayed === true ||
			first.differences.some(({ form }) => LATE.test(form)));
	if (!mayBeLate || isHopeless) return first;
	for (const ms of WAITS_MS) {
		await sleep(ms, undefined, { signal });
		const again = await exchangeBoth(playing, operation, step);
		const compared = await compare(playing, operation, step, again);
		if (compared.differences.length > 0) continue;
		patience.set(id, balance + 1);
		return compared;
	}
	patience.set(id, balance - 1);
	return first;
}

/** The result of one step: the comparison, if possible, and why the play ends with this step, if it does. */
interface Result {
	readonly played?: PlayedStep;
	readonly isLast?: boolean;
	readonly untold?: string;
}

const isSuccess = ({ response }: Exchange): boolean => response.status < 300;

/** The status of a request for another version of a record than the current one. */
const STALE = 412;

/**
 * Whether both sides reject the request without its condition, too. A request for an old version may have a second
 * reason to be rejected, and a service may report either.
 */
async function hasTwoReasons(
	...[playing, operation, step]: Parameters<typeof exchangeBoth>
): Promise<boolean> {
	const unconditional = { ...step, headers: {} };
	const both = await exchangeBoth(playing, operation, unconditional);
	return [both.mock, both.real].every(({ response }) => response.status >= 400);
}

async function playStep(
	playing: Playing,
	operation: Operation,
	planned: Step,
): Promise<Result> {
	const { stage, seen } = playing;
	if (isAmbiguous(playing, operation, planned)) return {};
	const step = await withComparablePage(playing, operation, planned);
	const exchanges = await exchangeBoth(playing, operation, step);
	const { mock, real } = exchanges;
	const untold = findDisturbance(
		real.response,
		mock.response.status,
		stage.isByChance,
	);
	if (untold !== undefined) return { untold, isLast: true };
	const isWrite = !isSearched(operation) && real.request.method !== "GET";
	// The service may have created a record twice.
	if (isWrite && real.response.repeated && isSuccess(real))
		return { isLast: true };
	const first = await compare(playing, operation, step, exchanges);
	if (first.isUnequal) return { isLast: isWrite };
	const statuses = [mock.response.status, real.response.status];
	const isDoubtful =
		statuses.includes(STALE) &&
		statuses.some((each) => each !== STALE && each >= 400);
	if (isDoubtful && (await hasTwoReasons(playing, operation, step))) return {};
	const compared = await settle(playing, operation, step, first);
	seen.mock.set(step.id, compared.seen.mock);
	seen.real.set(step.id, compared.seen.real);
	if (isWrite && isSuccess(real)) await sleep(WRITE_MS);
	const { differences } = compared;
	return {
		played: {
			...{ step, operation, differences, ...exchanges },
			seen: compared.seen,
		},
		// From here on, the states of both sides may differ.
		isLast: isDoubtful || (isWrite && isSuccess(mock) !== isSuccess(real)),
	};
}

/** Returns the result of a step that could not be compared, with the reason. */
function explainMissing(error: unknown): Result {
	if (error instanceof Unfillable) return {};
	if (!(error instanceof NoResponseError)) throw error;
	return { untold: error.message, isLast: true };
}

/** Plays one sequence on both sides, and compares their responses. */
export async function play(
	stage: Stage,
	sequence: readonly Step[],
	sides: Playing["sides"],
	isNoiseTest = false,
): Promise<Play> {
	const { subject, isShared } = stage;
	const tag = stage.createTag();
	const playing: Playing = {
		...{ stage, sides, isNoiseTest },
		comparing: createComparing({ subject, tag, isShared }),
		seen: { mock: new Map(), real: new Map() },
	};
	const steps: PlayedStep[] = [];
	for (const step of sequence) {
		const operation = stage.operations.get(step.operation);
		if (!operation) continue;
		stage.signal.throwIfAborted();
		const { played, isLast, untold } = await playStep(
			...([playing, operation, step] as const),
		).catch(explainMissing);
		if (played) steps.push(played);
		if (isLast) return { steps, untold };
	}
	return { steps, untold: undefined };
}
