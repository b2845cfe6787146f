import { createJournal, type Journal } from "../journal/journal.ts";
import { type Clock, type ClockOption, createClock } from "../store/clock.ts";
import { createMemoryStore } from "../store/memory-store.ts";
import type { Dataset, Origin, Store } from "../store/store.ts";
import {
	CREDENTIAL_KINDS,
	type Credentials,
	type Datasets,
	type Scenario,
	type Service,
} from "./service.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { originOfState } from "./sessions/state-keys.ts";

export interface MockOptions {
	/** The name of the dataset to start from; `default` when absent. */
	readonly dataset?: string | undefined;
	/** A whole number from which data, ids and chance follow; 1 when absent. */
	readonly seed?: number | undefined;
	/** `system`, or the RFC 3339 time to start at, going on 1 ms with each accepted write; `2026-01-01T00:00:00.000Z` when absent. */
	readonly clock?: ClockOption | undefined;
	/** The name of the scenario that sessions start in; `normal` when absent. */
	readonly scenario?: string | undefined;
	/** The only place to answer at, path included, like `http://localhost:3000/api`; without it any origin. */
	readonly baseUrl?: string | undefined;
	/** What the paths begin with, at any origin, like `/api`; not together with `baseUrl`. */
	readonly basePath?: string | undefined;
	/** Credentials to ask for, of operations that may ask for them; none when absent. */
	readonly auth?: Credentials | undefined;
	/** Requests a second that a session may send; without a limit when absent. */
	readonly rateLimit?: number | undefined;
	/** How many exchanges the journal keeps of each session; 1,000 when absent. */
	readonly journal?: number | undefined;
	/** Names of headers and query parameters whose values the journal does not tell, beside those that carry credentials. */
	readonly redact?: readonly string[] | undefined;
	/** How many sessions there may be beside the default one; 1,000 when absent. */
	readonly sessions?: number | undefined;
	/** After how many milliseconds without a request a session is dropped; half an hour when absent. */
	readonly sessionIdleMs?: number | undefined;
	/** The session of the running code, for requests that name none; undefined for the default one. */
	readonly currentSession?: (() => string | undefined) | undefined;
	/** Datasets and scenarios in place of the service's own. */
	readonly presets?: Presets | undefined;
	/** Told of what the mock itself did wrong, which is answered with 500; silent when absent. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/** What of a service may be loaded again while the mock runs. */
export interface Presets {
	datasets: Datasets;
	scenarios: Readonly<Record<string, Scenario>>;
}

/** What every exchange of one mock shares. */
export interface Engine {
	readonly service: Service;
	readonly store: Store;
	readonly clock: Clock;
	readonly journal: Journal;
	readonly sessions: Sessions;
	readonly presets: Presets;
	/** What sessions begin with. */
	readonly start: Readonly<Record<"dataset" | "scenario", string>>;
	/** Makes a dataset, or gives it where it was made before. */
	readonly load: (origin: Origin) => Promise<Dataset>;
	readonly redact: readonly string[];
	readonly currentSession: () => string | undefined;
	/** Told of what the mock itself did wrong. */
	readonly onError: (error: unknown) => void;
	/** Ends every wait: delays, drips and timeouts. Another one where the mock is opened again. */
	ending: AbortController;
}

const SET_CLOCK = "2026-01-01T00:00:00.000Z";
const HALF_AN_HOUR_MS = 1_800_000;
/** How many datasets are kept made, for sessions to share. */
const MAX_LOADED = 16;

/** @throws RangeError where nothing has that name */
function requireName(what: string, names: object, name: string): void {
	if (!Object.hasOwn(names, name))
		throw new RangeError(
			`There is no ${what} "${name}". Use one of ${Object.keys(names).join(", ")}.`,
		);
}

function requireWhole(what: string, value: number, least: number): void {
	if (!Number.isSafeInteger(value) || value < least)
		throw new RangeError(
			`The ${what} ${value} cannot be used: it must be a whole number${least === 0 ? " of 0 or more" : ""}.`,
		);
}

/** Makes each dataset once for all sessions that start from it. */
function createLoader(
	datasets: () => Datasets,
	now: number,
): (origin: Origin) => Promise<Dataset> {
	const loaded = new Map<
		string,
		{ from: unknown; dataset: Promise<Dataset> }
	>();
	return ({ dataset: name, seed }) => {
		const key = `${name} ${seed}`;
		const make = Object.hasOwn(datasets(), name) ? datasets()[name] : undefined;
		if (!make) throw new RangeError(`There is no dataset "${name}" any more.`);
		const known = loaded.get(key);
		if (known?.from === make) return known.dataset;
		const dataset = make({ seed, now });
		// One that cannot be made is made again the next time.
		dataset.catch(() => loaded.delete(key));
		loaded.set(key, { from: make, dataset });
		const [oldest] = loaded.keys();
		if (loaded.size > MAX_LOADED && oldest !== undefined) loaded.delete(oldest);
		return dataset;
	};
}

/**
 * @throws RangeError for an unknown dataset or scenario, a number that cannot be used, or a clock that is no time
 */
export function createEngine(service: Service, options: MockOptions): Engine {
	const {
		dataset = "default",
		seed = 1,
		clock: clockOption = SET_CLOCK,
		scenario = "normal",
		journal: entries = 1_000,
		sessions: most = 1_000,
		sessionIdleMs: idleMs = HALF_AN_HOUR_MS,
		auth,
		rateLimit,
	} = options;
	const { datasets, scenarios } = options.presets ?? service;
	const repertoire: Presets = { datasets, scenarios };
	requireName("dataset", datasets, dataset);
	requireName("scenario", scenarios, scenario);
	requireWhole("seed", seed, Number.MIN_SAFE_INTEGER);
	requireWhole("journal's size", entries, 0);
	requireWhole("number of sessions", most, 0);
	if (!(idleMs > 0))
		throw new RangeError(
			`The idle time ${idleMs} cannot be used: it must be a number of milliseconds above 0.`,
		);
	if (auth !== undefined && !CREDENTIAL_KINDS.includes(auth))
		throw new RangeError(
			`There are no credentials "${String(auth)}". Use one of ${CREDENTIAL_KINDS.join(", ")}, or leave auth out.`,
		);
	if (
		rateLimit !== undefined &&
		!(typeof rateLimit === "number" && rateLimit > 0)
	)
		throw new RangeError(
			`The rate limit ${rateLimit} cannot be used: it must be a number of requests a second above 0.`,
		);

	const clock = createClock(clockOption);
	const journal = createJournal({ entries });
	const load = createLoader(() => repertoire.datasets, clock.now());
	const store = createMemoryStore({
		load,
		originOf: (session) =>
			originOfState(session, repertoire.scenarios, { dataset, seed }),
		facets: service.facets,
		start: clock.start,
		now: clock.now,
		buckets: service.durationBuckets,
	});
	return {
		service,
		store,
		clock,
		journal,
		presets: repertoire,
		start: { dataset, scenario },
		load,
		sessions: createSessions({
			store,
			journal,
			scenarios: () => repertoire.scenarios,
			scenario,
			defaults: { auth, rateLimit },
			most,
			idleMs,
		}),
		redact: options.redact ?? [],
		currentSession: options.currentSession ?? (() => undefined),
		onError: options.onError ?? (() => {}),
		ending: new AbortController(),
	};
}
