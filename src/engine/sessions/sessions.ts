import { activateFaults } from "../../faults/select-faults.ts";
import type { Journal } from "../../journal/journal.ts";
import type { Store } from "../../store/store.ts";
import type { Scenario } from "../service.ts";
import {
	createScenarioActivator,
	type ScenarioDefaults,
} from "./activate-scenario.ts";
import type { ActiveScenario, Session, SessionIdentity } from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import { createScenarioKey, createSessionKey } from "./state-keys.ts";

/** How many names of dropped sessions are remembered. */
const MAX_DROPPED = 10_000;
const MAX_SWEEP_MS = 60_000;

type Scenarios = Readonly<Record<string, Scenario>>;

export interface SessionsOptions {
	readonly store: Store;
	readonly journal: Journal;
	/** Called each time, since a configuration may be reloaded. */
	readonly scenarios: () => Scenarios;
	/** The scenario that sessions start in. */
	readonly initialScenario: string;
	readonly defaults: ScenarioDefaults;
	/** The maximum number of sessions beside the default one. */
	readonly max: number;
	/** How long a session may be idle, in milliseconds. The default session is never dropped. */
	readonly idleMs: number;
	/** Called with each error of the store while it removes an evicted session. */
	readonly onError: (error: unknown) => void;
}

export interface Sessions {
	/**
	 * Returns the session of that name, creating it on first use.
	 * @param now real monotonic time, in milliseconds
	 */
	open(id: string, now: number): Session;
	/** Calls `view` with the session of that name, or with a temporary one as it would begin. Creates none. */
	view<Result>(
		id: string,
		now: number,
		view: (session: Session) => Result | Promise<Result>,
	): Promise<Result>;
	/** In the order in which they were created. */
	list(): readonly Session[];
	/** Deletes the session with everything in it; false if it does not exist. */
	delete(id: string): Promise<boolean>;
	/** Changes the scenario. If it has a dataset, its state starts anew; the state layer of the previous one is deleted. */
	setScenario(session: Session, scenario: string): Promise<void>;
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
	onError,
}: SessionsOptions): Sessions {
	const sessions = new Map<string, Session>();
	const { activate, activateOver } = createScenarioActivator(
		store,
		scenarios,
		defaults,
	);
	/** Why sessions were dropped, by name. */
	const dropReasons = new Map<string, string>();
	let [temporaryLayers, temporarySessions, drops] = [0, 0, 0];
	let sweep: ReturnType<typeof setInterval> | undefined;

	async function drop(session: Session, reason: string): Promise<void> {
		dropReasons.set(session.id, reason);
		const [oldest] = dropReasons.keys();
		if (dropReasons.size > MAX_DROPPED && oldest !== undefined)
			dropReasons.delete(oldest);
		const { stateKey } = session.active;
		const ownKey = createSessionKey(session);
		drops += 1;
		session.isDropped = true;
		sessions.delete(session.id);
		journal.clear(session.id);
		await store.drop(ownKey);
		if (stateKey !== ownKey) await store.drop(stateKey);
	}

	const evict = (session: Session, reason: string): void => {
		drop(session, reason).catch(onError);
	};

	const evictable = (): Session[] =>
		[...sessions.values()].filter(({ id }) => id !== DEFAULT_SESSION);

	function evictLongestIdle(): void {
		const [first, ...others] = evictable();
		if (!first) return;
		const longestIdle = others.reduce(
			(longest, each) => (each.lastSeen < longest.lastSeen ? each : longest),
			first,
		);
		evict(longestIdle, "crowded");
	}

	function stopSweep(): void {
		clearInterval(sweep);
		sweep = undefined;
	}

	function evictIdle(now: number): void {
		for (const session of evictable())
			if (now - session.lastSeen > idleMs) evict(session, "idle");
		if (evictable().length === 0) stopSweep();
	}

	function startSweep(): void {
		sweep ??= setInterval(
			() => evictIdle(performance.now()),
			Math.min(idleMs, MAX_SWEEP_MS),
		);
		// In Node the timer must not keep the process alive; in a browser it is a number.
		if (typeof sweep === "object") sweep.unref();
	}

	function createSession(
		id: string,
		incarnation: number,
		now: number,
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
			faults: activateFaults([]),
			forward: defaults.forward,
			isDropped: false,
			restartReason: dropReasons.get(id),
			usedAssumptions: new Map(),
		};
	}

	function add(id: string, now: number): Session {
		if (id !== DEFAULT_SESSION) {
			if (sessions.size > max) evictLongestIdle();
			startSweep();
		}
		const session = createSession(id, drops, now);
		dropReasons.delete(id);
		sessions.set(id, session);
		return session;
	}
	add(DEFAULT_SESSION, 0);

	function find(id: string, now: number): Session | undefined {
		const known = sessions.get(id);
		if (known) known.lastSeen = now;
		return known;
	}

	async function setScenario(session: Session, name: string): Promise<void> {
		const { stateKey: left } = session.active;
		const layer = createScenarioKey(session, name);
		await store.drop(layer);
		session.active = activateOver(session, name, layer);
		if (left !== createSessionKey(session) && left !== session.active.stateKey)
			await store.drop(left);
	}

	return {
		open: (id, now) => find(id, now) ?? add(id, now),
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
		list: () => [...sessions.values()],
		async delete(id) {
			const session = sessions.get(id);
			if (!session) return false;
			await drop(session, "deleted");
			// A request may have created it again meanwhile.
			if (id === DEFAULT_SESSION && !sessions.has(id))
				add(id, performance.now());
			return true;
		},
		setScenario,
		async reset(session) {
			await store.drop(createSessionKey(session));
			session.faults = [];
			session.forward = defaults.forward;
			session.rateLimits.clear();
			await setScenario(session, initialScenario);
		},
		refreshScenarios(before) {
			for (const session of sessions.values()) {
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
		close: stopSweep,
	};
}
