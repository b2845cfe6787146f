import { activateFaults } from "../../faults/select-faults.ts";
import type {
	ActiveScenario,
	RateLimit,
	Session,
	SessionsOptions,
} from "./session.ts";
import { createState } from "./state.ts";

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

/** Puts a scenario into effect over the state of that name. */
export function activateScenario(
	options: SessionsOptions,
	{ rateLimits }: Pick<Session, "rateLimits">,
	name: string,
	stateKey: string,
): ActiveScenario {
	const scenario = options.presets.scenarios[name];
	const perSecond = scenario?.rateLimit ?? options.rateLimit;
	const rateLimit = perSecond
		? (rateLimits.get(perSecond) ?? createRateLimit(perSecond))
		: undefined;
	if (rateLimit) rateLimits.set(rateLimit.perSecond, rateLimit);
	return {
		name,
		stateKey,
		state: createState(options.store, stateKey),
		auth: scenario?.auth ?? options.auth,
		rateLimit,
		faults: activateFaults(scenario?.faults ?? []),
	};
}
