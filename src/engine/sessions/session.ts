import type { FaultTarget } from "../../faults/fault.ts";
import {
	type ActiveFault,
	activate,
	appliesTo,
	damagesBody,
} from "../../faults/select-faults.ts";
import type { Store } from "../../store/store.ts";
import type { Credentials, OperationSpec, Scenario } from "../service.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { createState, type State } from "./state.ts";

/** A scenario in force. */
export interface ActiveScenario {
	readonly scenario: string;
	/** The name of its state in the store. */
	readonly stateKey: string;
	readonly state: State;
	readonly auth: Credentials | undefined;
	readonly rateLimit:
		| { readonly limit: RateLimit; readonly perSecond: number }
		| undefined;
	readonly faults: readonly ActiveFault[];
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
	active: ActiveScenario;
	/** Those set beside the scenario, which are tried first. */
	faults: readonly ActiveFault[];
	/** Whether it was forgotten while requests of it were under way. */
	isDropped: boolean;
	/** Why the one before of this name was dropped; until an answer has said so. */
	restarted: string | undefined;
	/** By requests a second; they outlast the scenario, which nobody could otherwise be kept from changing. */
	readonly limits: RateLimits;
	/** By the assumptions of an answer, how many answers rested on them. */
	readonly usedAssumptions: Map<readonly string[], number>;
}

export type RateLimits = Map<number, RateLimit>;

/** What holds where no scenario says otherwise. */
export interface Defaults {
	readonly auth?: Credentials | undefined;
	/** Requests a second, of one session. */
	readonly rateLimit?: number | undefined;
}

export const targetOf = ({
	id,
	responses: answers,
}: OperationSpec): FaultTarget => ({
	id,
	statuses: Object.keys(answers).map(Number),
});

function limitOf(limits: RateLimits, perSecond: number): RateLimit {
	const limit = limits.get(perSecond) ?? createRateLimit(perSecond);
	limits.set(perSecond, limit);
	return limit;
}

/** Puts a scenario in force over the state of that name. */
export function activateScenario(
	store: Store,
	name: string,
	scenario: Scenario,
	stateKey: string,
	defaults: Defaults,
	limits: RateLimits,
): ActiveScenario {
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
		faults: activate(scenario.faults ?? []),
	};
}

const NO_FAULTS: readonly ActiveFault[] = [];

/** The faults that can happen to the operation, in the order in which they are tried. */
export function faultsOf(
	session: Session,
	stage: ActiveScenario,
	spec: OperationSpec,
	method: string,
): readonly ActiveFault[] {
	if (session.faults.length === 0 && stage.faults.length === 0)
		return NO_FAULTS;
	const target = targetOf(spec);
	return [...session.faults, ...stage.faults].filter(
		({ fault, left }) =>
			left > 0 &&
			appliesTo(fault, target) &&
			!(method === "HEAD" && damagesBody(fault)),
	);
}
