import { activateFaults } from "../../faults/select-faults.ts";
import {
	type ActiveScenario,
	createScenarioKey,
	createSessionKey,
	type RateLimit,
	type Session,
	type SessionIdentity,
} from "./session.ts";
import type { SessionTable } from "./session-table.ts";
import type { Scenarios, SessionsOptions } from "./sessions-options.ts";
import { createState } from "./state.ts";

export interface ScenarioActivator {
	/** Activates a scenario over the state of that name. */
	activate(
		session: Pick<SessionIdentity, "rateLimits">,
		name: string,
		stateKey: string,
	): ActiveScenario;
	/** Activates a scenario over the state of the session, or over `layer` if the scenario has a dataset. */
	activateOver(
		session: SessionIdentity,
		name: string,
		layer: string,
	): ActiveScenario;
}

/** Differences below this many milliseconds are rounding errors. */
const ROUNDING_MS = 0.001;

/** @param perSecond above 0; 0.1 allows one request every ten seconds */
function createRateLimit(perSecond: number): RateLimit {
	const interval = 1000 / perSecond;
	const burst = (Math.max(1, perSecond) - 1) * interval;
	// A point in time instead of a saved-up allowance: many small additions would add up rounding errors.
	let earliest = Number.NEGATIVE_INFINITY;
	return {
		perSecond,
		acquire(now) {
			const from = Math.max(earliest, now);
			const wait = from - burst - now - ROUNDING_MS;
			if (wait > 0) return Math.ceil(wait / 1000);
			earliest = from + interval;
			return 0;
		},
	};
}

/** Creates the functions that put a scenario into effect. */
export function createScenarioActivator({
	store,
	scenarios,
	defaults,
}: SessionsOptions): ScenarioActivator {
	const activate: ScenarioActivator["activate"] = (
		{ rateLimits },
		name,
		stateKey,
	) => {
		const scenario = scenarios()[name];
		const perSecond = scenario?.rateLimit ?? defaults.rateLimit;
		const rateLimit = perSecond
			? (rateLimits.get(perSecond) ?? createRateLimit(perSecond))
			: undefined;
		if (rateLimit) rateLimits.set(rateLimit.perSecond, rateLimit);
		return {
			name,
			stateKey,
			state: createState(store, stateKey),
			auth: scenario?.auth ?? defaults.auth,
			rateLimit,
			faults: activateFaults(scenario?.faults ?? []),
		};
	};

	return {
		activate,
		activateOver(session, name, layer) {
			const ownState = scenarios()[name]?.dataset !== undefined;
			return activate(
				session,
				name,
				ownState ? layer : createSessionKey(session),
			);
		},
	};
}

/** Changes the scenarios of sessions. */
export interface SessionScenarios {
	/** Changes the scenario. If it has a dataset, its state starts anew; the state layer of the previous one is deleted. */
	setScenario(session: Session, scenario: string): Promise<void>;
	/** Resets state, scenario, faults and forwarding to what the session began with, and deletes its snapshots. */
	reset(session: Session): Promise<void>;
	/** Updates active scenarios whose definition differs from the one in `before`; states stay. */
	refreshScenarios(before: Scenarios): void;
	/** Calls `run` as if the scenario were active. A state layer of it is deleted afterwards. */
	withScenario<Result>(
		session: Session,
		scenario: string,
		run: (active: ActiveScenario) => Promise<Result>,
	): Promise<Result>;
}

/** @param dropStates drops states that the file no longer has */
export function createSessionScenarios(
	{ store, scenarios, initialScenario, defaults }: SessionsOptions,
	{ activate, activateOver }: ScenarioActivator,
	table: SessionTable,
	dropStates: (keys: readonly string[]) => Promise<unknown>,
): SessionScenarios {
	let temporaryLayers = 0;

	async function setScenario(
		session: Session,
		name: string,
		changes: Partial<Pick<Session, "faults" | "forward">> = {},
		reset: readonly string[] = [],
	): Promise<void> {
		const { stateKey: left } = session.active;
		const layer = createScenarioKey(session, name);
		const active = activateOver(session, name, layer);
		const deleted = [layer, ...reset];
		if (left !== createSessionKey(session) && left !== active.stateKey)
			deleted.push(left);
		table.change(session, { ...changes, active }, deleted);
		await dropStates(deleted);
	}

	return {
		setScenario,
		async reset(session) {
			session.rateLimits.clear();
			const changes = { faults: [], forward: defaults.forward };
			const own = [createSessionKey(session)];
			await setScenario(session, initialScenario, changes, own);
		},
		refreshScenarios(before) {
			for (const session of table.inMemory()) {
				const { name, stateKey } = session.active;
				const scenario = scenarios()[name];
				if (
					scenario &&
					JSON.stringify(scenario) !== JSON.stringify(before[name])
				)
					session.active = activate(session, name, stateKey);
			}
		},
		async withScenario(session, name, run) {
			temporaryLayers += 1;
			const layer = `${createScenarioKey(session, name)}/${temporaryLayers}`;
			const active = activateOver(session, name, layer);
			try {
				return await run(active);
			} finally {
				if (active.stateKey === layer) await store.drop(layer);
			}
		},
	};
}
