import { createJournal, type Journal } from "../journal/journal.ts";
import { CREDENTIAL_KINDS } from "../schemas/generated/limits.ts";
import { type Clock, type ClockOption, createClock } from "../store/clock.ts";
import { createStore } from "../store/create-store.ts";
import { createHistogram } from "../store/histogram.ts";
import type { Dataset, Origin, Store } from "../store/store.ts";
import type { StoreFile } from "../store/store-file.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { type Changes, createChanges } from "./changes.ts";
import type { ForwardSettings, LoadForwarder } from "./forwarding/forwarder.ts";
import { createForwarding, type Forwarding } from "./forwarding/forwarding.ts";
import { createOperation } from "./operation.ts";
import { createDatasetLoader } from "./presets/dataset-loader.ts";
import {
	createNearMissFinder,
	type FindNearMisses,
} from "./routing/near-miss.ts";
import { createRouter, type Router } from "./routing/router.ts";
import {
	type AssumptionStatus,
	type Credentials,
	type Datasets,
	type Scenario,
	type Service,
	withStatuses,
} from "./service.ts";
import { originOfState } from "./sessions/session.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";

export interface MockOptions {
	/** The name of the dataset to start from; defaults to `default`. */
	readonly dataset?: string | undefined;
	/** The whole number that determines data, ids and random numbers; defaults to 1. */
	readonly seed?: number | undefined;
	/** `system` for real time, or the RFC 3339 time to start at, which advances by 1 ms at each accepted write; defaults to `2026-01-01T00:00:00.000Z`. */
	readonly clock?: ClockOption | undefined;
	/** The name of the scenario that sessions start in; defaults to `normal`. */
	readonly scenario?: string | undefined;
	/** Restricts the mock to this origin and path, like `http://localhost:3000/api`; defaults to any origin. */
	readonly baseUrl?: string | undefined;
	/** The path before the paths of the operations, like `/api`, at any origin. Cannot be combined with `baseUrl`. */
	readonly basePath?: string | undefined;
	/** The credentials to require, of operations for which the OpenAPI document lists a 401; defaults to none. */
	readonly auth?: Credentials | undefined;
	/** The requests per second that each session may send; defaults to no limit. */
	readonly rateLimit?: number | undefined;
	/** How many exchanges of each session the journal keeps; defaults to 1,000. */
	readonly journal?: number | undefined;
	/** Names of headers and query parameters whose values the journal hides, in addition to those that carry credentials. */
	readonly redact?: readonly string[] | undefined;
	/** The maximum number of sessions in memory beside the default one, and of those that only pages of other origins use; defaults to 1,000. */
	readonly sessions?: number | undefined;
	/** Milliseconds without a request after which a session is dropped; defaults to 30 minutes. */
	readonly sessionIdleMs?: number | undefined;
	/** Returns the session of the running code, for requests that name none; undefined for the default session. */
	readonly currentSession?: (() => string | undefined) | undefined;
	/** Datasets and scenarios to use instead of the service's own. */
	readonly presets?: Presets | undefined;
	/** The status of each assumption, by id; defaults to those of the package. */
	readonly statuses?: Readonly<Record<string, AssumptionStatus>> | undefined;
	/** The operations that a real service responds to, at first in each session; defaults to none. */
	readonly forward?: ForwardSettings | undefined;
	/** Loads the code that forwards; required for `forward`. `zaps-understudy/node` exports it. */
	readonly loadForwarder?: LoadForwarder | undefined;
	/** The origins of pages, like `https://app.example`, that may use the headers that forwarding adds, beside those of this machine; defaults to none. */
	readonly allowOrigin?: readonly string[] | undefined;
	/** The token with which other machines may use the headers that forwarding adds; defaults to none. */
	readonly controlToken?: string | undefined;
	/** Called with each error of the mock itself, which it answers with 500; defaults to ignoring them. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/** The datasets and scenarios that a mock knows by name. They can be reloaded while the mock runs. */
export interface Presets {
	datasets: Datasets;
	scenarios: Readonly<Record<string, Scenario>>;
}

/** What all exchanges of one mock share. */
export interface EngineContext {
	readonly service: Service;
	readonly store: Store;
	readonly clock: Clock;
	readonly journal: Journal;
	/** The changes that clients make. */
	readonly changes: Changes;
	readonly sessions: Sessions;
	readonly presets: Presets;
	readonly router: Router;
	readonly findNearMisses: FindNearMisses;
	/** What new sessions start from. */
	readonly initial: Origin & { readonly scenario: string };
	/** Returns a dataset, building it on first use. */
	readonly loadDataset: (origin: Origin) => Promise<Dataset>;
	/** Names of headers and query parameters whose values are hidden, credentials for services included. */
	readonly redact: Set<string>;
	readonly forwarding: Forwarding;
	readonly currentSession: () => string | undefined;
	/** Called with each error of the mock itself. */
	readonly onError: (error: unknown) => void;
	/** Aborting it ends every wait: delays, drips and timeouts. Replaced when a closed mock is reopened. */
	waits: AbortController;
}

const FIXED_CLOCK = "2026-01-01T00:00:00.000Z";
const HALF_AN_HOUR_MS = 1_800_000;

function requireKnown(what: string, known: object, name: string): void {
	if (!Object.hasOwn(known, name))
		throw new RangeError(describeUnknownName(what, name, Object.keys(known)));
}

function requireWhole(option: string, value: number, min: number): void {
	if (!Number.isSafeInteger(value) || value < min)
		throw new RangeError(
			`Invalid ${option} ${value}. Use a whole number${min === 0 ? " of at least 0" : ""}.`,
		);
}

function requirePositive(option: string, value: unknown, unit: string): void {
	if (!(typeof value === "number" && value > 0))
		throw new RangeError(
			`Invalid ${option} ${String(value)}. Use a number of ${unit} above 0.`,
		);
}

/**
 * @param file keeps the sessions; they continue as it has them
 * @throws RangeError for an unknown dataset or scenario, an invalid number or credentials, or an invalid clock
 * @throws TypeError for an invalid base URL or base path
 */
export function createContext(
	givenService: Service,
	options: MockOptions,
	file?: StoreFile,
): EngineContext {
	const service = options.statuses
		? {
				...givenService,
				ledger: withStatuses(givenService.ledger, options.statuses),
			}
		: givenService;
	const {
		dataset = "default",
		seed = 1,
		clock: clockOption = FIXED_CLOCK,
		scenario = "normal",
		journal: entries = 1_000,
		sessions: max = 1_000,
		sessionIdleMs: idleMs = HALF_AN_HOUR_MS,
		auth,
		rateLimit,
		redact = [],
		currentSession = () => undefined,
		onError = () => {},
	} = options;
	const { datasets, scenarios } = options.presets ?? service;
	const presets: Presets = { datasets, scenarios };
	requireKnown("dataset", datasets, dataset);
	requireKnown("scenario", scenarios, scenario);
	requireWhole("seed", seed, Number.MIN_SAFE_INTEGER);
	requireWhole("journal size", entries, 0);
	requireWhole("number of sessions", max, 0);
	requirePositive("idle time", idleMs, "milliseconds");
	if (auth !== undefined && !CREDENTIAL_KINDS.includes(auth))
		throw new RangeError(
			`Unknown credentials "${String(auth)}". Use one of ${CREDENTIAL_KINDS.join(", ")}, or omit auth.`,
		);
	if (rateLimit !== undefined)
		requirePositive("rate limit", rateLimit, "requests per second");

	const router = createRouter(
		service.operations.map((each) => createOperation(each, service)),
		options,
	);
	const forwarding = createForwarding(
		options.forward,
		options.loadForwarder,
		service.operations.map(({ spec }) => spec.id),
		options,
	);
	const clock = createClock(clockOption);
	const journal = createJournal({ entries });
	const given = { dataset, seed, now: clock.now() };
	const { now, ...origin } = file?.initial(given) ?? given;
	const load = createDatasetLoader(() => presets.datasets, {
		...clock,
		now: () => now,
	});
	const buckets = service.durationBuckets;
	const store = createStore(
		{
			load,
			originOf: (session) => originOfState(session, presets.scenarios, origin),
			facets: service.facets,
			start: clock.start,
			// A session that a file has kept may have begun in real time.
			now: Date.now,
			buckets,
		},
		file?.createBacking((series) => createHistogram(buckets, series)),
	);
	const sessions = createSessions({
		store,
		journal,
		scenarios: () => presets.scenarios,
		initialScenario: scenario,
		defaults: { auth, rateLimit, forward: forwarding.initial },
		max,
		idleMs,
		file,
		onError,
	});
	const kept = sessions.list().flatMap(({ forward }) => forward ?? []);
	return {
		service,
		router,
		findNearMisses: createNearMissFinder(service, router, options.baseUrl),
		store,
		clock,
		journal,
		changes: createChanges(),
		presets,
		initial: { ...origin, scenario },
		loadDataset: load,
		sessions,
		redact: new Set([
			...redact,
			...Object.keys(forwarding.initial?.headers ?? {}),
			...kept.flatMap(({ lostHeaders = [] }) => lostHeaders),
		]),
		forwarding,
		currentSession,
		onError,
		waits: new AbortController(),
	};
}
