import { activateFaults } from "../../faults/select-faults.ts";
import type { Store } from "../../store/store.ts";
import type { Credentials, Scenario } from "../service.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { ActiveScenario, SessionIdentity } from "./session.ts";
import { createState } from "./state.ts";
import { createSessionKey } from "./state-keys.ts";

/** What applies unless a scenario says otherwise. */
export interface ScenarioDefaults {
	readonly auth?: Credentials | undefined;
	/** Requests per second and session. */
	readonly rateLimit?: number | undefined;
}

/**
 * Creates the functions that put a scenario into effect.
 * @param scenarios called each time, since a configuration may be reloaded
 */
export function createScenarioActivator(
	store: Store,
	scenarios: () => Readonly<Record<string, Scenario>>,
	defaults: ScenarioDefaults,
) {
	function activate(
		{ rateLimits }: Pick<SessionIdentity, "rateLimits">,
		name: string,
		stateKey: string,
	): ActiveScenario {
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
	}

	/** Activates a scenario over the state of the session, or over `layer` if the scenario has a dataset. */
	const activateOver = (
		session: SessionIdentity,
		name: string,
		layer: string,
	): ActiveScenario =>
		activate(
			session,
			name,
			scenarios()[name]?.dataset === undefined
				? createSessionKey(session)
				: layer,
		);

	return { activate, activateOver };
}
