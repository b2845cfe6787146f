import { activate } from "../../faults/select-faults.ts";
import type { Journal } from "../../journal/journal.ts";
import type { Store } from "../../store/store.ts";
import type { Scenario } from "../service.ts";
import {
	type ActiveScenario,
	activateScenario,
	type Defaults,
	type Session,
} from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import { layerOf, ownKeyOf } from "./state-keys.ts";

/** How many names of dropped sessions are remembered. */
const MAX_DROPPED = 10_000;
const MAX_SWEEP_MS = 60_000;

type Scenarios = Readonly<Record<string, Scenario>>;

export interface SessionsOptions {
	readonly store: Store;
	readonly journal: Journal;
	/** Looked up each time, since a configuration may be loaded again. */
	readonly scenarios: () => Scenarios;
	/** The scenario that sessions start in. */
	readonly scenario: string;
	readonly defaults: Defaults;
	/** How many there may be beside the default one. */
	readonly most: number;
	/** After how many milliseconds without a request one is dropped; never the default one. */
	readonly idleMs: number;
}

export interface Sessions {
	/**
	 * The session of that name, opened where there is none.
	 * @param now real monotonic time, in milliseconds
	 */
	visit(id: string, now: number): Session;
	/** Looks at the session of that name; where there is none, at what it would begin as, and opens none. */
	look<Result>(
		id: string,
		now: number,
		at: (session: Session) => Result | Promise<Result>,
	): Promise<Result>;
	/** In the order in which they were opened. */
	list(): readonly Session[];
	/** Forgets it with all it has; false where there is none. */
	drop(id: string): Promise<boolean>;
	/** Puts the scenario in force. A state of its own starts anew; that of the scenario before is forgotten. */
	enter(session: Session, scenario: string): Promise<void>;
	/** Puts its state, its scenario and its faults back to what it began with, and forgets its snapshots. */
	restart(session: Session): Promise<void>;
	/** Puts scenarios in force as they are now where they are not as they were; states stay. */
	refresh(before: Scenarios): void;
	/** Does something as if the scenario were in force; a state of its own is forgotten after it. */
	during<Result>(
		session: Session,
		scenario: string,
		act: (stage: ActiveScenario) => Promise<Result>,
	): Promise<Result>;
	/** Drops nobody for being idle any more, until another is opened. */
	close(): void;
}

type Identity = Pick<Session, "id" | "incarnation" | "limits">;

const isSame = (a: Scenario, b: Scenario | undefined): boolean =>
	JSON.stringify(a) === JSON.stringify(b);

/** Opens sessions as they are asked for, and drops those that nobody asked for in long. */
export function createSessions({
	store,
	journal,
	scenarios,
	scenario: first,
	defaults,
	most,
	idleMs,
}: SessionsOptions): Sessions {
	const sessions = new Map<string, Session>();
	const droppedFor = new Map<string, string>();
	let preferred = 0;
	let glimpses = 0;
	let drops = 0;
	let sweep: ReturnType<typeof setInterval> | undefined;

	function stageFor(
		session: Identity,
		name: string,
		layer: string,
	): ActiveScenario {
		const scenario = scenarios()[name] ?? { description: "" };
		const key = scenario.dataset === undefined ? ownKeyOf(session) : layer;
		return activateScenario(
			store,
			name,
			scenario,
			key,
			defaults,
			session.limits,
		);
	}

	async function forget(session: Session): Promise<void> {
		const { stateKey } = session.active;
		const ownKey = ownKeyOf(session);
		drops += 1;
		session.isDropped = true;
		sessions.delete(session.id);
		journal.clear(session.id);
		await store.drop(ownKey);
		if (stateKey !== ownKey) await store.drop(stateKey);
	}

	function remember(session: Session, why: string): void {
		droppedFor.set(session.id, why);
		const [oldest] = droppedFor.keys();
		if (droppedFor.size > MAX_DROPPED && oldest !== undefined)
			droppedFor.delete(oldest);
	}

	function evict(session: Session, why: string): void {
		remember(session, why);
		void forget(session);
	}

	const droppable = (): Session[] =>
		[...sessions.values()].filter(({ id }) => id !== DEFAULT_SESSION);

	function evictLongestIdle(): void {
		const [first, ...others] = droppable();
		if (!first) return;
		const longestIdle = others.reduce(
			(longest, each) => (each.lastSeen < longest.lastSeen ? each : longest),
			first,
		);
		evict(longestIdle, "crowded");
	}

	function endSweep(): void {
		clearInterval(sweep);
		sweep = undefined;
	}

	function evictIdle(now: number): void {
		for (const session of droppable())
			if (now - session.lastSeen > idleMs) evict(session, "idle");
		if (droppable().length === 0) endSweep();
	}

	function sweepNow(): void {
		sweep ??= setInterval(
			() => evictIdle(performance.now()),
			Math.min(idleMs, MAX_SWEEP_MS),
		);
		// Only Node has something to keep alive; a browser's timer is a number.
		if (typeof sweep === "object") sweep.unref();
	}

	function begin(id: string, incarnation: number, now: number): Session {
		const identity: Identity = { id, incarnation, limits: new Map() };
		return {
			...identity,
			openedAt: Date.now(),
			lastSeen: now,
			active: stageFor(identity, first, layerOf(identity, first)),
			faults: activate([]),
			isDropped: false,
			restarted: droppedFor.get(id),
			usedAssumptions: new Map(),
		};
	}

	function open(id: string, now: number): Session {
		if (id !== DEFAULT_SESSION) {
			if (sessions.size > most) evictLongestIdle();
			sweepNow();
		}
		const session = begin(id, drops, now);
		droppedFor.delete(id);
		sessions.set(id, session);
		return session;
	}
	open(DEFAULT_SESSION, 0);

	function seen(id: string, now: number): Session | undefined {
		const known = sessions.get(id);
		if (known) known.lastSeen = now;
		return known;
	}

	async function enter(session: Session, name: string): Promise<void> {
		const left = session.active.stateKey;
		const layer = layerOf(session, name);
		await store.drop(layer);
		session.active = stageFor(session, name, layer);
		if (left !== ownKeyOf(session) && left !== session.active.stateKey)
			await store.drop(left);
	}

	return {
		visit: (id, now) => seen(id, now) ?? open(id, now),
		async look(id, now, at) {
			const known = seen(id, now);
			if (known) return at(known);
			glimpses += 1;
			// Its state is its own: one of that name may be opened meanwhile.
			const glimpsed = begin(id, -glimpses, now);
			try {
				return await at(glimpsed);
			} finally {
				await store.drop(glimpsed.active.stateKey);
			}
		},
		list: () => [...sessions.values()],
		async drop(id) {
			const session = sessions.get(id);
			if (!session) return false;
			remember(session, "deleted");
			await forget(session);
			// Unless a request came meanwhile.
			if (id === DEFAULT_SESSION && !sessions.has(id))
				open(id, performance.now());
			return true;
		},
		enter,
		async restart(session) {
			await store.drop(ownKeyOf(session));
			session.faults = [];
			session.limits.clear();
			await enter(session, first);
		},
		refresh(before) {
			for (const session of sessions.values()) {
				const { scenario: name, stateKey } = session.active;
				const scenario = scenarios()[name];
				if (!scenario || isSame(scenario, before[name])) continue;
				session.active = activateScenario(
					store,
					name,
					scenario,
					stateKey,
					defaults,
					session.limits,
				);
			}
		},
		async during(session, name, act) {
			preferred += 1;
			const layer = `${layerOf(session, name)}/${preferred}`;
			const stage = stageFor(session, name, layer);
			try {
				return await act(stage);
			} finally {
				if (stage.stateKey === layer) await store.drop(layer);
			}
		},
		close: endSweep,
	};
}
