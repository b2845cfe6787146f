import { isForeignPage } from "../../values/http.ts";
import type { MockRequest } from "../request/request.ts";
import { createEviction, createRemoval, type Removal } from "./eviction.ts";
import {
	createScenarioActivator,
	createSessionScenarios,
	type ScenarioActivator,
	type SessionScenarios,
} from "./scenarios.ts";
import {
	createScenarioKey,
	listStateKeys,
	type Session,
	type SessionIdentity,
} from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import { createSessionTable } from "./session-table.ts";
import type { SessionsOptions } from "./sessions-options.ts";

export interface Sessions extends SessionScenarios {
	/**
	 * Returns the session of that name, creating it on first use.
	 * @param now real monotonic time, in milliseconds
	 * @param request what opens it; undefined for the control, which changes it
	 */
	open(id: string, now: number, request?: Pick<MockRequest, "header">): Session;
	/** Calls `view` with the session of that name, or with a temporary one as it would begin. Creates none. */
	view<Result>(
		id: string,
		now: number,
		view: (session: Session) => Result | Promise<Result>,
	): Promise<Result>;
	/** In the order in which they were created. With a file, takes all into memory. */
	list(): readonly Session[];
	/** Returns the names of its states: its own, and the layer above it if there is one. */
	stateKeys(session: Session): readonly string[];
	/** With a file, those that are idle are not in memory. */
	inMemory(): readonly Session[];
	/** Deletes the session with everything in it; false if it does not exist. */
	delete(id: string): Promise<boolean>;
	/** Replaces the faults that are set beside those of the scenario. */
	setFaults(session: Session, faults: Session["faults"]): void;
	/** Replaces what the session forwards. */
	setForward(session: Session, forward: Session["forward"]): void;
	/** Notes that an exchange ends, which has changed the counts of the session. */
	touch(session: Session): void;
	/** Notes that an exchange uses up faults of the session, which are kept before it ends. */
	spend(session: Session): void;
	/** Stops dropping idle sessions until another one is created. */
	close(): void;
}

/** Returns a function that creates a session as it begins. */
function createMaker(
	{ initialScenario, defaults }: SessionsOptions,
	{ activateOver }: ScenarioActivator,
	reasons: Removal["reasons"],
) {
	return (
		id: string,
		incarnation: number,
		now: number,
		isForeign = false,
	): Session => {
		const identity: SessionIdentity = {
			id,
			incarnation,
			rateLimits: new Map(),
		};
		return {
			...identity,
			openedAt: Date.now(),
			lastSeen: now,
			active: activateOver(
				identity,
				initialScenario,
				createScenarioKey(identity, initialScenario),
			),
			faults: [],
			lastFaultId: 0,
			forward: defaults.forward,
			isDropped: false,
			isForeign,
			isChanged: false,
			restartReason: reasons.get(id),
			usedAssumptions: new Map(),
		};
	};
}

/** Creates sessions on first use, and drops them when they are idle, or when there are too many. */
export function createSessions(options: SessionsOptions): Sessions {
	const { store, defaults, file } = options;
	const activator = createScenarioActivator(options);
	const table = createSessionTable(activator.activate, defaults.forward, file);
	const removal = createRemoval(table, options);
	const eviction = createEviction(table, removal, options);
	const createSession = createMaker(options, activator, removal.reasons);
	let temporarySessions = 0;

	function add(id: string, now: number, isForeign = false): Session {
		if (id !== DEFAULT_SESSION) {
			eviction.makeRoom(isForeign);
			eviction.start();
		}
		const incarnation = removal.nextIncarnation();
		const session = createSession(id, incarnation, now, isForeign);
		removal.reasons.delete(id);
		table.add(session);
		return session;
	}

	function find(id: string, now: number): Session | undefined {
		const known = table.find(id);
		if (known) known.lastSeen = now;
		return known;
	}
	if (!table.find(DEFAULT_SESSION)) add(DEFAULT_SESSION, 0);
	if (table.isDurable) eviction.start();

	return {
		...createSessionScenarios(options, activator, table, removal.dropStates),
		open(id, now, request) {
			const known = find(id, now);
			const isForeign =
				known?.isForeign !== false && !!request && isForeignPage(request);
			const session = known ?? add(id, now, isForeign);
			if (session.isForeign && !isForeign) {
				eviction.makeRoom(false);
				session.isForeign = false;
			}
			if (!request) session.isChanged = true;
			return session;
		},
		async view(id, now, view) {
			const known = find(id, now);
			if (known) return view(known);
			temporarySessions += 1;
			// Negative, so that its state is not that of a session of this name created meanwhile.
			const temporary = createSession(id, -temporarySessions, now);
			try {
				return await view(temporary);
			} finally {
				await store.drop(temporary.active.stateKey);
			}
		},
		list: table.list,
		stateKeys: listStateKeys,
		inMemory: table.inMemory,
		async delete(id) {
			const session = table.find(id);
			if (!session) return false;
			await removal.drop(session, "deleted");
			// A request may have created it again meanwhile.
			if (id === DEFAULT_SESSION && !table.find(id)) add(id, performance.now());
			return true;
		},
		setFaults: (session, faults) => table.change(session, { faults }),
		setForward: (session, forward) => table.change(session, { forward }),
		touch: table.touch,
		spend: table.spend,
		close: eviction.stop,
	};
}
