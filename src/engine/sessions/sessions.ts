import type { Origin } from "../../store/store.ts";
import type { Presets } from "../model/service.ts";
import { isForeignPage, type MockRequest } from "../request/request.ts";
import { activateScenario } from "./activate-scenario.ts";
import {
	type ActiveScenario,
	createScenarioKey,
	createSessionKey,
	listStateKeys,
	type Session,
	type SessionsOptions,
} from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import { SessionTable } from "./session-table.ts";

/** Creates sessions on first use, and changes their scenarios. */
export class Sessions extends SessionTable {
	/** Numbers temporary sessions and layers. */
	#temporary: number = this.nextIncarnation;

	constructor(options: SessionsOptions) {
		super(options);
		if (!(options.first ?? this.find(DEFAULT_SESSION)))
			this.begin(DEFAULT_SESSION, 0);
		if (options.file) this.startSweep();
	}

	/** Creates a session in its initial state. */
	protected create(
		id: string,
		incarnation: number,
		now: number,
		isForeign = false,
	): Session {
		const { scenario, initialForward } = this.options;
		const identity = {
			id,
			incarnation,
			rateLimits: new Map(),
			leftover: { open: undefined },
		};
		const layer = createScenarioKey(identity, scenario);
		return {
			openedAt: Date.now(),
			lastSeen: now,
			active: this.#activate(identity, scenario, layer),
			faults: [],
			lastFaultId: 0,
			forward: initialForward,
			isDropped: false,
			isForeign,
			isChanged: false,
			restartReason: this.dropReasons.get(id),
			usedAssumptions: new Map(),
			...identity,
		};
	}

	/** Creates a session, and adds it. */
	protected begin(id: string, now: number, isForeign = false): Session {
		if (id !== DEFAULT_SESSION) {
			this.makeRoom(isForeign);
			this.startSweep();
		}
		const { nextIncarnation } = this;
		const session = this.create(id, nextIncarnation, now, isForeign);
		this.add(session);
		return session;
	}

	/** Activates a scenario for the state of the session. If the scenario has a dataset, uses `layer` instead. */
	#activate(
		session: Pick<Session, "id" | "incarnation" | "rateLimits" | "leftover">,
		name: string,
		layer: string,
	): ActiveScenario {
		const { scenarios } = this.options.presets;
		const hasOwnState = scenarios[name]?.dataset !== undefined;
		const stateKey = hasOwnState ? layer : createSessionKey(session);
		const leftover = hasOwnState ? { open: undefined } : session.leftover;
		const over = { ...session, leftover };
		return activateScenario(this.options, over, name, stateKey);
	}

	#find(id: string, now: number): Session | undefined {
		const known = this.find(id);
		if (known) known.lastSeen = now;
		return known;
	}

	/** Returns the name, or the session of the running code if no name is given. */
	current(name: string | undefined): string | undefined {
		return name ?? this.options.currentSession();
	}

	/**
	 * Returns the session with this name, creating it on first use.
	 * @param name defaults to the session of the running code, or else to the default session
	 * @param now real monotonic time, in milliseconds
	 * @param request the request that opens the session; undefined if the control API opens it to change it
	 */
	open(
		name: string | undefined,
		now: number = performance.now(),
		request?: Pick<MockRequest, "header">,
	): Session {
		const id = this.current(name) ?? DEFAULT_SESSION;
		const known = this.#find(id, now);
		const isForeign =
			known?.isForeign !== false && !!request && isForeignPage(request);
		const session = known ?? this.begin(id, now, isForeign);
		if (session.isForeign && !isForeign) {
			this.makeRoom(false);
			session.isForeign = false;
		}
		if (!request) session.isChanged = true;
		return session;
	}

	/** Calls `view` with the session with this name. If it does not exist, calls it with a temporary session in the initial state. */
	async view<Result>(
		name: string | undefined,
		view: (session: Session) => Result | Promise<Result>,
	): Promise<Result> {
		const id = this.current(name) ?? DEFAULT_SESSION;
		const now = performance.now();
		const known = this.#find(id, now);
		if (known) return view(known);
		this.#temporary += 1;
		// A negative number, so that a session created with this name meanwhile has another state.
		const temporary = this.create(id, -this.#temporary, now);
		try {
			return await view(temporary);
		} finally {
			await this.options.store.drop(temporary.active.stateKey);
		}
	}

	/** Deletes the session with all its data. Returns false if it does not exist. */
	async delete(id: string): Promise<boolean> {
		const session = this.find(id);
		if (!session) return false;
		await this.drop(session, "deleted");
		// A request may have created it again meanwhile.
		if (id === DEFAULT_SESSION && !this.find(id))
			this.begin(id, performance.now());
		return true;
	}

	/**
	 * Changes the scenario. A scenario with a dataset starts with a new state. The state layer of the previous scenario
	 * is deleted.
	 */
	async setScenario(session: Session, name: string): Promise<void> {
		const { active: before } = session;
		const { stateKey: left } = before;
		const layer = createScenarioKey(session, name);
		const active = this.#activate(session, name, layer);
		const deleted = [layer];
		if (left !== createSessionKey(session) && left !== active.stateKey)
			deleted.push(left);
		await this.change(session, { active }, deleted);
		if (left !== createSessionKey(session)) this.end(before);
		await this.dropStates(deleted);
	}

	/**
	 * Resets state, scenario, faults and forwarding to the start of the session, and deletes its snapshots. Requests in
	 * progress continue without the session.
	 * @param origin the new start of the state; defaults to the start of the session
	 */
	async reset(session: Session, origin?: Origin): Promise<void> {
		const { scenario, initialForward: forward, store } = this.options;
		this.nextIncarnation += 1;
		const incarnation = this.nextIncarnation;
		session.rateLimits.clear();
		const leftover = { open: undefined };
		const next = { ...session, incarnation, leftover };
		const layer = createScenarioKey(next, scenario);
		const active = this.#activate(next, scenario, layer);
		// Fills the new state before the session refers to it. If the mock is killed in between, its next start deletes
		// this state.
		if (origin) await store.reset(active.stateKey, origin);
		const before = { ...session };
		const left = [...listStateKeys(session), ...(session.leftStates ?? [])];
		const changes = { incarnation, active, faults: [], forward, leftover };
		try {
			if (!session.isDropped) {
				await this.change(session, { ...changes, leftStates: [] }, left);
				for (const each of [before, before.active]) this.end(each);
			}
		} finally {
			await this.dropStates(
				session.active === active ? left : [active.stateKey],
			);
		}
	}

	/**
	 * Restarts sessions without their records and snapshots. They keep scenario, faults, forwarding and journal.
	 * Requests in progress keep the previous state, which the next restart deletes.
	 * @param reason the text that the next response of each session contains
	 */
	restart(restarted: readonly Session[], reason: string): void {
		this.nextIncarnation += 1;
		for (const session of restarted) {
			const { name } = session.active;
			const incarnation = this.nextIncarnation;
			const leftStates = listStateKeys(session);
			const next = { ...session, incarnation, leftStates };
			const layer = createScenarioKey(next, name);
			const active = this.#activate(next, name, layer);
			this.add({ ...next, active, restartReason: reason });
			void this.dropStates(session.leftStates ?? []);
		}
	}

	/** Replaces the presets. Sessions keep their states, and active scenarios follow their new definition. */
	replacePresets({ datasets, scenarios }: Presets): void {
		const { scenarios: before } = this.options.presets;
		Object.assign(this.options.presets, { datasets, scenarios });
		for (const session of this.inMemory()) {
			const { name, stateKey } = session.active;
			const scenario = scenarios[name];
			if (scenario && JSON.stringify(scenario) !== JSON.stringify(before[name]))
				session.active = activateScenario(
					this.options,
					{ ...session, leftover: session.active.leftover },
					name,
					stateKey,
				);
		}
	}

	/** Calls `run` as if the scenario were active. Afterwards, deletes the state layer of the scenario. */
	async withScenario<Result>(
		session: Session,
		name: string,
		run: (active: ActiveScenario) => Promise<Result>,
	): Promise<Result> {
		this.#temporary += 1;
		const layer = `${createScenarioKey(session, name)}/${this.#temporary}`;
		const active = this.#activate(session, name, layer);
		try {
			return await run(active);
		} finally {
			if (active.stateKey === layer) {
				this.end(active);
				await this.options.store.drop(layer);
			}
		}
	}
}
