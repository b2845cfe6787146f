import { createJournal, type Journal } from "../journal/journal.ts";
import { type Clock, createClock } from "../store/clock.ts";
import { createStore } from "../store/create-store.ts";
import { createHistogram } from "../store/histogram.ts";
import type { Dataset, Origin, Store } from "../store/store.ts";
import type { InitialState, StoreFile } from "../store/store-file.ts";
import { type Changes, createChanges } from "./changes.ts";
import { createForwarding, type Forwarding } from "./forwarding/forwarder.ts";
import {
	type CheckedOptions,
	checkOptions,
	type MockOptions,
} from "./mock-options.ts";
import { type Presets, type Service, withStatuses } from "./model/service.ts";
import { createDatasetLoader } from "./presets/dataset-loader.ts";
import { createOperation } from "./routing/operation.ts";
import { createRouter, type Router } from "./routing/router.ts";
import { originOfState } from "./sessions/session.ts";
import { Sessions } from "./sessions/sessions.ts";

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

/** Creates the store, and what new sessions start from. */
function createState(
	{ facets, durationBuckets }: Service,
	{ dataset, seed, presets }: CheckedOptions,
	clock: Clock,
	file: StoreFile | undefined,
) {
	const given: InitialState = { dataset, seed, now: clock.now() };
	const { now, ...origin } = file?.initial(given) ?? given;
	const loadDataset = createDatasetLoader(() => presets.datasets, {
		...clock,
		now: () => now,
	});
	const store = createStore(
		{
			load: loadDataset,
			originOf: (session) => originOfState(session, presets, origin),
			facets,
			start: clock.start,
			// A session that a file has kept may have begun in real time.
			now: Date.now,
			buckets: durationBuckets,
		},
		file?.createBacking((series) => createHistogram(durationBuckets, series)),
	);
	return { origin, store, loadDataset };
}

/**
 * @param file keeps the sessions; they continue as it has them
 * @throws RangeError for an unknown dataset or scenario, an invalid number or credentials, or an invalid clock
 * @throws TypeError for an invalid base URL or base path
 */
export function createContext(
	given: Service,
	options: MockOptions,
	file?: StoreFile,
): EngineContext {
	const { statuses, auth, rateLimit, redact = [] } = options;
	const service = statuses
		? { ...given, ledger: withStatuses(given.ledger, statuses) }
		: given;
	const checked = checkOptions(service, options);
	const { presets, scenario } = checked;
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
	const clock = createClock(checked.clock);
	const journal = createJournal({ entries: checked.journal });
	const { onError = () => {}, currentSession = () => undefined } = options;
	const { origin, store, loadDataset } = createState(
		service,
		checked,
		clock,
		file,
	);
	const sessions = new Sessions({
		store,
		journal,
		presets,
		initialScenario: scenario,
		defaults: { auth, rateLimit, forward: forwarding.initial },
		max: checked.sessions,
		idleMs: checked.sessionIdleMs,
		file,
		onError,
	});
	const kept = sessions.list().flatMap(({ forward }) => forward ?? []);
	return {
		service,
		router,
		store,
		clock,
		journal,
		changes: createChanges(),
		presets,
		initial: { ...origin, scenario },
		loadDataset,
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
