import { activateFaults } from "../../faults/select-faults.ts";
import type { Store } from "../../store/store.ts";
import type { ActiveForward } from "../forwarding/forwarder.ts";
import type { Credentials, Scenario } from "../service.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { ActiveScenario, SessionIdentity } from "./session.ts";
import { createSessionKey } from "./session.ts";
import { createState } from "./state.ts";

/** What applies unless a scenario says otherwise. */
export interface ScenarioDefaults {
	readonly auth?: Credentials | undefined;
	/** Requests per second and session. */
	readonly rateLimit?: number | undefined;
	readonly forward?: ActiveForward | undefined;
}

interface ScenarioActivator {
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

/**
 * Creates the functions that put a scenario into effect.
 * @param scenarios called each time, since a configuration may be reloaded
 */
export function createScenarioActivator(
	store: Store,
	scenarios: () => Readonly<Record<string, Scenario>>,
	defaults: ScenarioDefaults,
): ScenarioActivator {
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
