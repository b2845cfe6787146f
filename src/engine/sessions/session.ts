import {
	type ActiveFault,
	appliesTo,
	damagesBody,
} from "../../faults/select-faults.ts";
import type { SetFault } from "../../faults/validate-faults.ts";
import type { Journal } from "../../journal/journal.ts";
import type { KeptSession, StoreFile } from "../../store/backing.ts";
import type { Origin, Store } from "../../store/store.ts";
import type { ActiveForward } from "../forwarding/forwarder.ts";
import type {
	Credentials,
	OperationModel,
	Presets,
	State,
} from "../model/service.ts";

/** The settings of sessions and their scenarios. */
export interface ScenarioOptions {
	readonly store: Store;
	/** A reload of the configuration changes its properties. */
	readonly presets: Presets;
	/** The credentials to require, unless a scenario has others. */
	readonly auth?: Credentials | undefined;
	/** Requests per second and session, unless a scenario has another limit. */
	readonly rateLimit?: number | undefined;
	/** The forwarding of new sessions. */
	readonly initialForward: ActiveForward | undefined;
	/** Creates the limit of a session; defaults to one in the memory of this process. */
	readonly createRateLimit?:
		| ((stateKey: string, perSecond: number) => RateLimit)
		| undefined;
}

/** A file with the code that keeps sessions in it. Only a mock with a file loads this code. */
export interface SessionFile extends StoreFile {
	/**
	 * Describes the session for the file.
	 * @param initialForward the forwarding of new sessions
	 */
	toKept(
		session: Session,
		initialForward: ActiveForward | undefined,
	): KeptSession;
	/** Creates a session from the file. */
	fromKept(kept: KeptSession, options: ScenarioOptions): Session;
}

/** The difference between real time and monotonic time, in milliseconds. */
export const epoch = (): number => Date.now() - performance.now();

/** The start of sessions, and the limits after which they are dropped. */
export interface SessionsOptions extends ScenarioOptions {
	readonly journal: Journal;
	/** The scenario that sessions start in. */
	readonly scenario: string;
	/**
	 * The maximum number of sessions in memory besides the default session. The same maximum applies separately to
	 * sessions of foreign pages.
	 */
	readonly sessions: number;
	/** How long a session may be idle, in milliseconds. The default session is never dropped. */
	readonly sessionIdleMs: number;
	/** Returns the name of the session of the running code. */
	readonly currentSession: () => string | undefined;
	/** The file for sessions that are not in memory. */
	readonly file?: SessionFile | undefined;
	/** Called if the store fails to remove an evicted session. */
	readonly onError: (error: unknown) => void;
	/**
	 * The number from which this mock counts states, so that no two mocks give a state the same name. Present if several
	 * mocks share the sessions. A session then begins when it is entered.
	 */
	readonly first?: number | undefined;
}

/**
 * The store for requests in progress when their state is deleted. It is freed with the last of these requests.
 * Without it, they would create the state again, and nothing would delete it.
 */
export interface Leftover {
	/** Returns the store, which most leftovers never need; undefined while the state exists. */
	open: (() => Store) | undefined;
}

/** Returns the store for a request. It changes when the state of the request is deleted. */
export const storeOf = (
	store: Store,
	{ leftover }: { readonly leftover: Leftover },
): Store => leftover.open?.() ?? store;

/** The active scenario. */
export interface ActiveScenario {
	readonly name: string;
	/** The name, in the store, of the state that the scenario uses. */
	readonly stateKey: string;
	/** The leftover of this state. */
	readonly leftover: Leftover;
	readonly state: State;
	readonly auth: Credentials | undefined;
	readonly rateLimit: RateLimit | undefined;
	readonly faults: readonly ActiveFault[];
}

/** A namespace with its own state, clock, scenario, faults and journal view. */
export interface Session {
	readonly id: string;
	/**
	 * Distinguishes this session from earlier sessions with the same name, which may still have requests in progress.
	 */
	readonly incarnation: number;
	/** Real time, in milliseconds since the epoch. */
	readonly openedAt: number;
	/** Real monotonic time, in milliseconds. */
	lastSeen: number;
	active: ActiveScenario;
	/** The faults of the session. They are tried before the faults of the scenario. */
	faults: readonly ActiveFault<SetFault>[];
	/** The last number that the mock used as the id of a fault. */
	lastFaultId: number;
	/** The operations that a real service responds to; undefined if the mock responds to all. */
	forward: ActiveForward | undefined;
	/** Whether the session was deleted or evicted. It may still have requests in progress. */
	isDropped: boolean;
	/** The leftover of the session's own state. */
	readonly leftover: Leftover;
	/** Whether only pages of other origins have used the session. */
	isForeign: boolean;
	/** Whether a handler or the control API may have changed the session. */
	isChanged: boolean;
	/** The states from before a restart of the session. Requests in progress may still use them. */
	readonly leftStates?: readonly string[];
	/**
	 * Why the previous session with this name was dropped, or why this one was restarted. Undefined after a response has
	 * reported it.
	 */
	restartReason: string | undefined;
	/**
	 * The rate limits by requests per second. Kept across scenario changes, so that switching the scenario does not
	 * reset a limit.
	 */
	readonly rateLimits: Map<number, RateLimit>;
	/** How many responses depended on each set of assumptions. */
	readonly usedAssumptions: Map<readonly string[], number>;
}

/** The properties that distinguish a session from all others. */
type SessionIdentity = Pick<Session, "id" | "incarnation">;

const NO_FAULTS: readonly ActiveFault[] = [];

/** Returns the faults that apply to the operation, in the order of precedence. */
export function faultsFor(
	session: Session,
	active: ActiveScenario,
	spec: OperationModel,
	method: string,
): readonly ActiveFault[] {
	if (session.faults.length === 0 && active.faults.length === 0)
		return NO_FAULTS;
	return [...session.faults, ...active.faults].filter(
		({ fault, left }) =>
			left > 0 &&
			appliesTo(fault, spec) &&
			!(method === "HEAD" && damagesBody(fault)),
	);
}

/**
 * Returns the name of the session's own state in the store. A name with slashes cannot be the name of another
 * session.
 */
export const createSessionKey = ({
	id,
	incarnation,
}: SessionIdentity): string =>
	incarnation === 0 ? id : `${id}//${incarnation}`;

/** Returns the name of the layer that a scenario with a dataset puts above the session's own state. */
export const createScenarioKey = (
	{ id, incarnation }: SessionIdentity,
	scenario: string,
): string => `${id}/${scenario}/${incarnation}`;

/** Returns the names of the session's own state, and of the layer above it if there is one. */
export const listStateKeys = (session: Session): readonly string[] => [
	...new Set([createSessionKey(session), session.active.stateKey]),
];

/** Returns the dataset, seed and time that the state with this name started from. */
export function originOfState(
	stateKey: string,
	{ scenarios }: Pick<Presets, "scenarios">,
	origin: Origin,
): Origin {
	const [, scenario = ""] = stateKey.split("/", 2);
	return { ...origin, dataset: scenarios[scenario]?.dataset ?? origin.dataset };
}

/** A limit of requests per second. Up to the same number may arrive at once. */
export interface RateLimit {
	readonly perSecond: number;
	/** Returns 0 if the request is allowed. Otherwise, returns the seconds until a retry can succeed. */
	acquire(now: number): number | Promise<number>;
}
