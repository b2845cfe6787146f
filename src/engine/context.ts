import { Waits } from "../faults/damage-body.ts";
import {
	createAnnouncer,
	createJournal,
	type Journal,
} from "../journal/journal.ts";
import { CREDENTIAL_KINDS } from "../schemas/generated/limits.ts";
import type { InitialState } from "../store/backing.ts";
import { type Clock, createClock } from "../store/clock.ts";
import { createStore } from "../store/create-store.ts";
import { createHistogram } from "../store/histogram.ts";
import type { Dataset, Origin, Store } from "../store/store.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { createRedactedNames } from "../values/redact.ts";
import type { Changes } from "./changes.ts";
import { AddedCredentials } from "./forwarding/added-credentials.ts";
import { createForwarding, type Forwarding } from "./forwarding/forwarder.ts";
import type { MockOptions } from "./mock-options.ts";
import {
	listCredentialNames,
	type Presets,
	type Service,
	withStatuses,
} from "./model/service.ts";
import { createDatasetLoader } from "./presets/datasets.ts";
import { createOperation } from "./routing/operation.ts";
import { createRouter, type Router } from "./routing/router.ts";
import { originOfState, type SessionFile } from "./sessions/session.ts";
import { Sessions } from "./sessions/sessions.ts";
import type { SharedMock } from "./shared-mock.ts";

/** The state and settings that all exchanges of one mock share. */
export interface EngineContext {
	readonly service: Service;
	/** The service that the mock follows now. Requests in progress may have begun with another service. */
	readonly current: { service: Service };
	readonly store: Store;
	readonly clock: Clock;
	readonly journal: Journal;
	/** Announces the changes that clients make. */
	readonly changes: Changes;
	readonly sessions: Sessions;
	readonly presets: Presets;
	readonly router: Router;
	/** The settings that new sessions start with. */
	readonly initial: Origin & { readonly scenario: string };
	/** Returns a dataset, building it on first use. */
	readonly loadDataset: (origin: Origin) => Promise<Dataset>;
	/** Names of headers and query parameters whose values are hidden, in lower case. Forwarding and reloads add names. */
	readonly redact: Set<string>;
	readonly forwarding: Forwarding;
	/** The credentials that forwarding has added to requests, of all sessions. */
	readonly addedCredentials: AddedCredentials;
	readonly currentSession: () => string | undefined;
	/** Called with each error inside the mock. */
	readonly onError: (error: unknown) => void;
	/** Set if several mocks share the store. */
	readonly shared: SharedMock | undefined;
	/** Delays, drips and timeouts. Replaced when a closed mock is reopened. */
	waits: Waits;
}

const DEFAULTS = {
	dataset: "default",
	seed: 1,
	clock: "2026-01-01T00:00:00.000Z",
	scenario: "normal",
	journal: 1_000,
	sessions: 1_000,
	/** Half an hour. */
	sessionIdleMs: 1_800_000,
	onError() {},
	currentSession: () => undefined,
};

type DefinedOptions = {
	readonly [Name in keyof MockOptions]: Exclude<MockOptions[Name], undefined>;
};

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

/** Whether the value is a list of texts. A single text would otherwise be read as a list of its characters. */
const isTextList = (value: unknown): boolean =>
	Array.isArray(value) && value.every((each) => typeof each === "string");

/**
 * Returns the options with their defaults.
 * @throws RangeError for an unknown dataset or scenario, or an invalid number or credentials
 * @throws TypeError for invalid names to redact
 */
function checkOptions(service: Service, options: MockOptions) {
	const given: DefinedOptions = Object.fromEntries(
		Object.entries(options).filter(([, value]) => value !== undefined),
	);
	const { datasets, scenarios } = options.presets ?? service;
	const checked = { ...DEFAULTS, ...given, presets: { datasets, scenarios } };
	const { auth, rateLimit, redact } = checked;
	requireKnown("dataset", datasets, checked.dataset);
	requireKnown("scenario", scenarios, checked.scenario);
	requireWhole("seed", checked.seed, Number.MIN_SAFE_INTEGER);
	requireWhole("journal size", checked.journal, 0);
	requireWhole("number of sessions", checked.sessions, 0);
	requirePositive("idle time", checked.sessionIdleMs, "milliseconds");
	if (auth !== undefined && !CREDENTIAL_KINDS.includes(auth))
		throw new RangeError(
			`Unknown credentials "${String(auth)}". Use one of ${CREDENTIAL_KINDS.join(", ")}, or omit auth.`,
		);
	if (rateLimit !== undefined)
		requirePositive("rate limit", rateLimit, "requests per second");
	if (redact !== undefined && !isTextList(redact))
		throw new TypeError(
			'Invalid redact. Use an array of names, like ["x-tenant"].',
		);
	return checked;
}

/**
 * Creates the parts of the context that follow from a service. A request keeps them, even if the mock changes to
 * another service meanwhile.
 * @param previous the forwarding of the previous service
 * @throws the same errors as `createContext`
 */
export function createServiceParts(
	given: Service,
	options: MockOptions,
	previous?: Forwarding,
): Pick<EngineContext, "service" | "router" | "forwarding"> {
	const { statuses } = options;
	const service = statuses
		? { ...given, ledger: withStatuses(given.ledger, statuses) }
		: given;
	const operations = service.operations.map((each) =>
		createOperation(each, service),
	);
	const router = createRouter(operations, service, options);
	const ids = operations.map(({ spec }) => spec.id);
	return {
		service,
		router,
		forwarding: createForwarding(options, ids, previous),
	};
}

/**
 * @param file keeps the sessions. The mock continues the sessions in it.
 * @param shared shares the sessions with other mocks
 * @throws RangeError for an unknown dataset or scenario, an invalid number or credentials, or an invalid clock
 * @throws TypeError for an invalid base URL or base path, or invalid names to redact
 */
export function createContext(
	given: Service,
	options: MockOptions,
	file?: SessionFile,
	shared?: SharedMock,
): EngineContext {
	const checked = checkOptions(given, options);
	const parts = createServiceParts(given, options);
	const { service, forwarding } = parts;
	const { facets, idProperties, durationBuckets } = service;
	const { presets, dataset, seed, scenario, onError, currentSession } = checked;
	const clock = createClock(checked.clock);
	const redact = createRedactedNames([
		...(options.redact ?? []),
		...listCredentialNames(service),
	]);
	const journal: Journal & { readonly changes?: Changes } =
		shared?.createJournal(checked.journal, redact) ??
		createJournal({ entries: checked.journal });
	const state: InitialState = { dataset, seed, now: clock.now() };
	const { now, ...origin } = shared?.initial ?? file?.initial(state) ?? state;
	if (!Object.hasOwn(presets.datasets, origin.dataset))
		throw new RangeError(
			`New sessions of the store start from dataset "${origin.dataset}", which is missing. Provide it again, in the configuration or as the same file, or use another store.`,
		);
	const loadDataset = createDatasetLoader(presets, clock, now);
	const storeOptions = {
		load: loadDataset,
		originOf: (session: string) => originOfState(session, presets, origin),
		facets,
		idProperties,
		start: clock.start,
		// A session from the file may have begun in real time.
		now: clock.start === undefined ? clock.now : Date.now,
		buckets: durationBuckets,
	};
	const store =
		shared?.createStore(storeOptions) ??
		createStore(
			storeOptions,
			file?.createBacking((series) => createHistogram(durationBuckets, series)),
		);
	const { initial: initialForward } = forwarding;
	const sessionsOptions = { ...checked, store, journal, initialForward, file };
	const addedCredentials = new AddedCredentials(redact);
	const sessions =
		shared?.createSessions(sessionsOptions, addedCredentials) ??
		new Sessions(sessionsOptions);
	for (const { forward } of sessions.list())
		for (const name of forward?.lostHeaders ?? []) redact.add(name);
	if (forwarding.initial) addedCredentials.remember(forwarding.initial);
	return {
		...parts,
		current: { service },
		store,
		clock,
		journal,
		changes: journal.changes ?? createAnnouncer(),
		shared,
		presets,
		initial: { ...origin, scenario },
		loadDataset,
		sessions,
		addedCredentials,
		redact,
		currentSession,
		onError,
		waits: new Waits(),
	};
}
