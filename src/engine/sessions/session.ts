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

/** What sessions and their scenarios are made of. */
export interface ScenarioOptions {
	readonly store: Store;
	/** Its properties change if a configuration is reloaded. */
	readonly presets: Presets;
	/** What to require unless a scenario says otherwise. */
	readonly auth?: Credentials | undefined;
	/** Requests per second and session, unless a scenario says otherwise. */
	readonly rateLimit?: number | undefined;
	/** What new sessions forward. */
	readonly initialForward: ActiveForward | undefined;
	/** Creates the limit of a session; defaults to one in the memory of this process. */
	readonly createRateLimit?:
		| ((stateKey: string, perSecond: number) => RateLimit)
		| undefined;
}

/** A file with the code that keeps sessions in it, which only a mock with a file loads. */
export interface SessionFile extends StoreFile {
	/**
	 * Describes a session for the file.
	 * @param initialForward what new sessions forward
	 */
	toKept(
		session: Session,
		initialForward: ActiveForward | undefined,
	): KeptSession;
	/** Creates the session that was kept. */
	fromKept(kept: KeptSession, options: ScenarioOptions): Session;
}

/** The difference between real time and monotonic time, in milliseconds. */
export const epoch = (): number => Date.now() - performance.now();

/** How sessions begin, and when they are dropped. */
export interface SessionsOptions extends ScenarioOptions {
	readonly journal: Journal;
	/** The scenario that sessions start in. */
	readonly scenario: string;
	/** The maximum number of sessions in memory beside the default one, and of those that only foreign pages use. */
	readonly sessions: number;
	/** How long a session may be idle, in milliseconds. The default session is never dropped. */
	readonly sessionIdleMs: number;
	/** Returns the name of the session of the running code. */
	readonly currentSession: () => string | undefined;
	/** Where sessions are kept while they are not in memory. */
	readonly file?: SessionFile | undefined;
	/** Called with each error of the store while it removes an evicted session. */
	readonly onError: (error: unknown) => void;
	/**
	 * Set if several mocks share the sessions, which then begin when they are entered: where this mock begins to count
	 * states, so that no two have the same name.
	 */
	readonly firstNumber?: number | undefined;
}

/**
 * Where requests go on that are under way when a state is deleted: a store of their own, freed with the last of them.
 * They would otherwise begin the state again, which nothing would delete.
 */
export interface Leftover {
	/** Undefined as long as the state exists. */
	store: Store | undefined;
}

/** Returns the store that requests use, which is another one once their state is deleted. */
export const storeOf = (
	store: Store,
	{ leftover }: { readonly leftover: Leftover },
): Store => leftover.store ?? store;

/** A scenario that is in effect. */
export interface ActiveScenario {
	readonly name: string;
	/** The name of its state in the store. */
	readonly stateKey: string;
	/** That of its state. */
	readonly leftover: Leftover;
	readonly state: State;
	readonly auth: Credentials | undefined;
	readonly rateLimit: RateLimit | undefined;
	readonly faults: readonly ActiveFault[];
}

/** A namespace with its own state, clock, scenario, faults and journal view. */
export interface Session {
	readonly id: string;
	/** Distinguishes this session from earlier ones of the same name, which may still have requests under way. */
	readonly incarnation: number;
	/** Real time, in milliseconds since the epoch. */
	readonly openedAt: number;
	/** Real monotonic time, in milliseconds. */
	lastSeen: number;
	active: ActiveScenario;
	/** The faults set beside those of the scenario; they are tried first. */
	faults: readonly ActiveFault<SetFault>[];
	/** The last number that the mock chose as the id of a fault. */
	lastFaultId: number;
	/** The operations that a real service responds to; undefined if the mock responds to all. */
	forward: ActiveForward | undefined;
	/** Whether the session was deleted or evicted; requests of it may still be under way. */
	isDropped: boolean;
	/** That of its own state. */
	readonly leftover: Leftover;
	/** Whether only pages of other origins have used the session. */
	isForeign: boolean;
	/** Whether a handler or the control may have changed anything in the session. */
	isChanged: boolean;
	/** The states from before the session was started anew, which requests under way may still use. */
	readonly leftStates?: readonly string[];
	/** Why the previous session of this name was dropped, or this one was started anew; undefined once a response has said so. */
	restartReason: string | undefined;
	/** By requests per second. Kept across scenario changes, so that switching the scenario does not reset a limit. */
	readonly rateLimits: Map<number, RateLimit>;
	/** How many responses depended on each set of assumptions. */
	readonly usedAssumptions: Map<readonly string[], number>;
}

/** What distinguishes a session from all others. */
type SessionIdentity = Pick<Session, "id" | "incarnation">;

const NO_FAULTS: readonly ActiveFault[] = [];

/** Returns the faults that apply to the operation, in the order in which they are tried. */
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

/** Returns the name of the session's own state in the store. No session name contains a slash. */
export const createSessionKey = ({
	id,
	incarnation,
}: SessionIdentity): string =>
	incarnation === 0 ? id : `${id}//${incarnation}`;

/** Returns the name of the state that a scenario with a dataset puts above the session's own. */
export const createScenarioKey = (
	{ id, incarnation }: SessionIdentity,
	scenario: string,
): string => `${id}/${scenario}/${incarnation}`;

/** Returns the names of the session's own state, and of the layer above it if there is one. */
export const listStateKeys = (session: Session): readonly string[] => [
	...new Set([createSessionKey(session), session.active.stateKey]),
];

/** Returns the origin of the state of that name. */
export function originOfState(
	stateKey: string,
	{ scenarios }: Pick<Presets, "scenarios">,
	origin: Origin,
): Origin {
	const [, scenario = ""] = stateKey.split("/", 2);
	return {
		...origin,
		dataset: scenarios[scenario]?.dataset ?? origin.dataset,
	};
}

/** Allows a number of requests per second, and as many at once. */
export interface RateLimit {
	readonly perSecond: number;
	/** Returns 0 if the request is allowed, otherwise the seconds after which a retry makes sense. */
	acquire(now: number): number | Promise<number>;
}
