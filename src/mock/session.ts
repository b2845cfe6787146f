import type { FaultTarget } from "../faults/fault.ts";
import { concerns, isOfBody, type LiveFault, liven } from "../faults/strike.ts";
import type { Store } from "../state/store.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import type { Credentials, OperationSpec, Scenario } from "./service.ts";
import { createState, type State } from "./state.ts";

/** A scenario in force. */
export interface Stage {
	readonly scenario: string;
	/** The name of its state in the store. */
	readonly stateKey: string;
	readonly state: State;
	readonly auth: Credentials | undefined;
	readonly rateLimit:
		| { readonly limit: RateLimit; readonly perSecond: number }
		| undefined;
	readonly faults: readonly LiveFault[];
}

/** A namespace with its own state, clock, scenario, faults and journal view. */
export interface Session {
	readonly id: string;
	/** Tells it from those of its name that were dropped, of which requests may still be under way. */
	readonly incarnation: number;
	/** Real time, in milliseconds since the epoch. */
	readonly openedAt: number;
	/** Real monotonic time, in milliseconds. */
	lastSeen: number;
	stage: Stage;
	/** Those set beside the scenario, which are tried first. */
	faults: readonly LiveFault[];
	/** Whether it was forgotten while requests of it were under way. */
	isDropped: boolean;
	/** Why the one before of this name was dropped; until an answer has said so. */
	restarted: string | undefined;
	/** By requests a second; they outlast the scenario, which nobody could otherwise be kept from changing. */
	readonly limits: RateLimits;
	/** By the assumptions of an answer, how many answers rested on them. */
	readonly restedOn: Map<readonly string[], number>;
}

export type RateLimits = Map<number, RateLimit>;

/** What holds where no scenario says otherwise. */
export interface Defaults {
	readonly auth?: Credentials | undefined;
	/** Requests a second, of one session. */
	readonly rateLimit?: number | undefined;
}

export const targetOf = ({ id, answers }: OperationSpec): FaultTarget => ({
	id,
	statuses: Object.keys(answers).map(Number),
});

function limitOf(limits: RateLimits, perSecond: number): RateLimit {
	const limit = limits.get(perSecond) ?? createRateLimit(perSecond);
	limits.set(perSecond, limit);
	return limit;
}

/** Puts a scenario in force over the state of that name. */
export function createStage(
	store: Store,
	name: string,
	scenario: Scenario,
	stateKey: string,
	defaults: Defaults,
	limits: RateLimits,
): Stage {
	const perSecond = scenario.rateLimit ?? defaults.rateLimit;
	return {
		scenario: name,
		stateKey,
		state: createState(store, stateKey),
		auth: scenario.auth ?? defaults.auth,
		rateLimit:
			perSecond === undefined
				? undefined
				: { limit: limitOf(limits, perSecond), perSecond },
		faults: liven(scenario.faults ?? []),
	};
}

const NO_FAULTS: readonly LiveFault[] = [];

/** The faults that can happen to the operation, in the order in which they are tried. */
export function faultsOf(
	session: Session,
	stage: Stage,
	spec: OperationSpec,
	method: string,
): readonly LiveFault[] {
	if (session.faults.length === 0 && stage.faults.length === 0)
		return NO_FAULTS;
	const target = targetOf(spec);
	return [...session.faults, ...stage.faults].filter(
		({ fault, left }) =>
			left > 0 &&
			concerns(fault, target) &&
			!(method === "HEAD" && isOfBody(fault)),
	);
}
