import { isForeignPage } from "../../values/is-foreign-page.ts";
import type { MockRequest } from "../request/request.ts";
import { createScenarioActivator } from "./activate-scenario.ts";
import { createEviction } from "./eviction.ts";
import type { ActiveScenario, Session, SessionIdentity } from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import { createSessionTable } from "./session-table.ts";
import type { Scenarios, SessionsOptions } from "./sessions-options.ts";
import {
	createScenarioKey,
	createSessionKey,
	listStateKeys,
} from "./state-keys.ts";

/** How many names of dropped sessions are remembered. */
const MAX_DROPPED = 10_000;

export interface Sessions {
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
	/** With a file, those that are idle are not in memory. */
	inMemory(): readonly Session[];
	/** Deletes the session with everything in it; false if it does not exist. */
	delete(id: string): Promise<boolean>;
	/** Changes the scenario. If it has a dataset, its state starts anew; the state layer of the previous one is deleted. */
	setScenario(session: Session, scenario: string): Promise<void>;
	/** Replaces the faults that are set beside those of the scenario. */
	setFaults(session: Session, faults: Session["faults"]): void;
	/** Replaces what the session forwards. */
	setForward(session: Session, forward: Session["forward"]): void;
	/** Notes that an exchange ends, which has changed the counts of the session. */
	touch(session: Session): void;
	/** Notes that an exchange uses up faults of the session, which are kept before it ends. */
	spend(session: Session): void;
	/** Resets state, scenario, faults and forwarding to what the session began with, and deletes its snapshots. */
	reset(session: Session): Promise<void>;
	/** Updates active scenarios whose definition differs from the one in `before`; states stay. */
	refreshScenarios(before: Scenarios): void;
	/** Calls `run` as if the scenario were active. A state layer of it is deleted afterwards. */
	withScenario<Result>(
		session: Session,
		scenario: string,
		run: (active: ActiveScenario) => Promise<Result>,
	): Promise<Result>;
	/** Stops dropping idle sessions until another one is created. */
	close(): void;
}

/** Creates sessions on first use, and drops them when they are idle, or when there are too many. */
export function createSessions({
	store,
	journal,
	scenarios,
	initialScenario,
	defaults,
	max,
	idleMs,
	file,
	onError,
}: SessionsOptions): Sessions {
	const { activate, activateOver } = createScenarioActivator(
		store,
		scenarios,
		defaults,
	);
	const table = createSessionTable(activate, defaults.forward, file);
	const dropReasons = new Map<string, string>();
	let temporaryLayers = 0;
	let temporarySessions = 0;
	/** The incarnation of the next session. */
	let drops = table
		.list()
		.reduce((next, each) => Math.max(next, each.incarnation + 1), 0);

	/** Drops states that the file no longer has. */
	const dropStates = (keys: readonly string[]): Promise<unknown> =>
		Promise.all(keys.map((key) => store.drop(key).catch(onError)));

	async function drop(session: Session, reason: string): Promise<void> {
		// First, because a full file deletes nothing.
		table.remove(session);
		dropReasons.set(session.id, reason);
		const [oldest] = dropReasons.keys();
		if (dropReasons.size > MAX_DROPPED && oldest !== undefined)
			dropReasons.delete(oldest);
		drops += 1;
		session.isDropped = true;
		journal.clear(session.id);
		await dropStates(listStateKeys(session));
	}

	/** Takes a session out of memory, unless the file cannot take it. */
	function unload(session: Session): void {
		try {
			table.unload(session);
		} catch (error) {
			onError(error);
			return;
		}
		journal.clear(session.id);
		for (const key of listStateKeys(session)) store.unload(key);
	}

	const evicting = { max, idleMs, onError, drop, unload };
	const eviction = createEviction(table, evicting);

	function createSession(
		id: string,
		incarnation: number,
		now: number,
		isForeign = false,
	): Session {
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
			restartReason: dropReasons.get(id),
			usedAssumptions: new Map(),
		};
	}

	function add(id: string, now: number, isForeign = false): Session {
		if (id !== DEFAULT_SESSION) {
			eviction.makeRoom(isForeign);
			eviction.start();
		}
		const session = createSession(id, drops, now, isForeign);
		dropReasons.delete(id);
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

	async function setScenario(
		session: Session,
		name: string,
		changes: Partial<Pick<Session, "faults" | "forward">> = {},
		reset: readonly string[] = [],
	): Promise<void> {
		const { stateKey: left } = session.active;
		const layer = createScenarioKey(session, name);
		const active = activateOver(session, name, layer);
		const deleted = [layer, ...reset];
		if (left !== createSessionKey(session) && left !== active.stateKey)
			deleted.push(left);
		table.change(session, { ...changes, active }, deleted);
		await dropStates(deleted);
	}

	return {
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
		inMemory: table.inMemory,
		async delete(id) {
			const session = table.find(id);
			if (!session) return false;
			await drop(session, "deleted");
			// A request may have created it again meanwhile.
			if (id === DEFAULT_SESSION && !table.find(id)) add(id, performance.now());
			return true;
		},
		setScenario,
		setFaults: (session, faults) => table.change(session, { faults }),
		setForward: (session, forward) => table.change(session, { forward }),
		touch: table.touch,
		spend: table.spend,
		async reset(session) {
			session.rateLimits.clear();
			const changes = { faults: [], forward: defaults.forward };
			const own = [createSessionKey(session)];
			await setScenario(session, initialScenario, changes, own);
		},
		refreshScenarios(before) {
			for (const session of table.inMemory()) {
				const { name, stateKey } = session.active;
				const scenario = scenarios()[name];
				if (
					scenario &&
					JSON.stringify(scenario) !== JSON.stringify(before[name])
				)
					session.active = activate(session, name, stateKey);
			}
		},
		async withScenario(session, name, run) {
			temporaryLayers += 1;
			const layer = `${createScenarioKey(session, name)}/${temporaryLayers}`;
			const active = activateOver(session, name, layer);
			try {
				return await run(active);
			} finally {
				if (active.stateKey === layer) await store.drop(layer);
			}
		},
		close: eviction.stop,
	};
}
