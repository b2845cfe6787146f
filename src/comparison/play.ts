import { setTimeout as sleep } from "node:timers/promises";
import type { Subject } from "../checks/subject.ts";
import type { OperationModel } from "../document/model.ts";
import type { ProviderResponse, Send } from "../verification/contract.ts";
import { NoResponseError } from "../verification/errors.ts";
import {
	type Compared,
	compareResponses,
	type Exchanges,
} from "./compare-responses.ts";
import {
	createComparing,
	type Difference,
	type Exchange,
} from "./comparing.ts";
import { fillRequest } from "./fill-request.ts";
import type { Operation } from "./operation.ts";
import { readMore } from "./read-more.ts";
import { type Seen, type Step, Unfillable } from "./step.ts";

/** One side of a play. */
export interface Transport {
	send(
		operation: OperationModel,
		...request: Parameters<Send>
	): Promise<ProviderResponse>;
}

/** A step that was played on both sides. */
export interface PlayedStep extends Exchanges {
	readonly step: Step;
	readonly operation: Operation;
	readonly differences: readonly Difference[];
	/** Whether the sides agreed only after some time. */
	readonly isLate: boolean;
	readonly seen: Compared["seen"];
}

export interface Play {
	readonly steps: readonly PlayedStep[];
	/** Why the play ended early; undefined if it did not. A predicate of the service. */
	readonly untold: string | undefined;
}

/** What all plays share. */
export interface Stage {
	readonly subject: Subject;
	readonly operations: ReadonlyMap<string, Operation>;
	readonly createTag: () => string;
	/** Whether other plays run at the same time. */
	readonly isShared: boolean;
	/** How long to wait for items that are found late. Changes as the run shows whether waiting helps. */
	readonly patience: Patience;
	readonly signal: AbortSignal;
	/** Whether this many failures of one request may be chance. */
	readonly isByChance: (failures: number) => boolean;
}

/** By operation, how much more often waiting has helped than not. */
export type Patience = Map<string, number>;

/** How long after a write the next request begins, so that no two records have the same time. Timers may be a millisecond early. */
const WRITE_MS = 2;
const WAITS_MS = [50, 150, 300, 600];
/** What pages differ in if records are found late. */
const LATE = /^(a missing item|other items|no next page|another total)$/;

/** Returns why the exchange says nothing about the service; undefined if it does. */
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

/** Plays one sequence on both sides, and compares their responses. */
export async function play(
	stage: Stage,
	sequence: readonly Step[],
	sides: { readonly mock: Transport; readonly real: Transport },
	isNoiseTest = false,
): Promise<Play> {
	const tag = stage.createTag();
	const { subject, isShared } = stage;
	const comparing = createComparing({ subject, tag, isShared });
	const seen = {
		mock: new Map<number, Seen>(),
		real: new Map<number, Seen>(),
	};
	const steps: PlayedStep[] = [];

	async function exchange(
		side: "mock" | "real",
		operation: Operation,
		step: Step,
	): Promise<Exchange> {
		const filling = { tag, seen: seen[side] };
		const request = fillRequest(operation, step, filling);
		return {
			request,
			response: await sides[side].send(operation.operation, request),
		};
	}
	const exchangeBoth = async (operation: Operation, step: Step) => {
		const [mock, real] = await Promise.all([
			exchange("mock", operation, step),
			exchange("real", operation, step),
		]);
		return { mock, real };
	};

	/** Compares once more with the next pages, where records of others take the places of own ones. */
	async function compare(
		operation: Operation,
		step: Step,
		exchanges: Exchanges,
	): Promise<Compared> {
		const compared = compareResponses(comparing, operation, step, exchanges);
		if (!compared.wantsMore) return compared;
		const more = await readMore(
			operation,
			step,
			exchanges.real.response,
			async (next) => (await exchange("real", operation, next)).response,
		);
		return compareResponses(comparing, operation, step, exchanges, more);
	}

	/** Repeats a read as long as that may help, since some records are found late. */
	async function settle(
		operation: Operation,
		step: Step,
		first: Compared,
	): Promise<{ compared: Compared; isLate: boolean }> {
		const { id } = operation.operation;
		const balance = stage.patience.get(id) ?? 0;
		const isHopeless = balance < 0 || !isSearched(operation) || isNoiseTest;
		const mayBeLate =
			first.differences.length > 0 &&
			(operation.collection?.isDelayed === true ||
				first.differences.some(({ form }) => LATE.test(form)));
		if (!mayBeLate || isHopeless) return { compared: first, isLate: false };
		for (const ms of WAITS_MS) {
			await sleep(ms, undefined, { signal: stage.signal });
			const again = await exchangeBoth(operation, step);
			const compared = await compare(operation, step, again);
			if (compared.differences.length > 0) continue;
			stage.patience.set(id, balance + 1);
			return { compared, isLate: true };
		}
		stage.patience.set(id, balance - 1);
		return { compared: first, isLate: false };
	}

	for (const step of sequence) {
		const operation = stage.operations.get(step.operation);
		if (!operation) continue;
		stage.signal.throwIfAborted();
		let exchanges: Exchanges;
		try {
			exchanges = await exchangeBoth(operation, step);
		} catch (error) {
			if (error instanceof Unfillable) continue;
			if (!(error instanceof NoResponseError)) throw error;
			return { steps, untold: error.message };
		}
		const { mock, real } = exchanges;
		const untold = findDisturbance(
			real.response,
			mock.response.status,
			stage.isByChance,
		);
		if (untold !== undefined) return { steps, untold };
		// The service may have created a record twice.
		if (real.response.repeated && real.response.status < 300)
			if (!isSearched(operation) && real.request.method !== "GET") break;
		const first = await compare(operation, step, exchanges);
		if (first.isUnequal && operation.operation.method === "GET") continue;
		if (first.isUnequal) break;
		const { compared, isLate } = await settle(operation, step, first);
		seen.mock.set(step.id, compared.seen.mock);
		seen.real.set(step.id, compared.seen.real);
		const { differences } = compared;
		steps.push({
			...{ step, operation, differences, isLate, ...exchanges },
			seen: compared.seen,
		});
		const isSuccess = ({ response }: Exchange): boolean =>
			response.status < 300;
		// From here on, the states differ.
		if (isSuccess(mock) !== isSuccess(real) && !isSearched(operation)) break;
		if (!isSearched(operation) && isSuccess(real)) await sleep(WRITE_MS);
	}
	return { steps, untold: undefined };
}
