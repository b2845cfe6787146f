import type { FaultPlan } from "../../faults/select-faults.ts";
import { isStoreFull, type KeptSession } from "../../store/backing.ts";
import { computeOnce } from "../../values/load-once.ts";
import {
	epoch,
	type Leftover,
	listStateKeys,
	type Session,
	type SessionFile,
	type SessionsOptions,
} from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";

/** The number of dropped sessions whose names are remembered. */
const MAX_DROPPED = 10_000;
const MAX_SWEEP_MS = 60_000;
/** With a file, how long an idle session and its journal stay in memory, in milliseconds. */
const UNLOAD_MS = 1_800_000;

/** Orders sessions for eviction: unchanged sessions first, then the session that has been idle longest. */
const compareForEviction = (a: Session, b: Session): number =>
	Number(a.isChanged) - Number(b.isChanged) || a.lastSeen - b.lastSeen;

/**
 * The sessions by name. Drops idle sessions, and more sessions if there are too many. With a file, it first removes a
 * session from memory only, and drops it after a longer time.
 */
export class SessionTable {
	/** By name, why a session was dropped. A name is removed when a session with this name is created again. */
	protected readonly dropReasons: Map<string, string> = new Map();
	/** The incarnation of the next session. */
	protected nextIncarnation: number;
	readonly #sessions = new Map<string, Session>();
	readonly #file: SessionsOptions["file"];
	/** The forwarding of sessions that are not in memory, because the file does not contain its credentials. */
	readonly #forwards = new Map<string, Session["forward"]>();
	protected readonly options: SessionsOptions;
	#sweep: ReturnType<typeof setInterval> | undefined;

	/** Deletes states that belong to no session. A killed mock may have left them in the file. */
	constructor(options: SessionsOptions) {
		this.options = options;
		this.#file = options.file;
		const sessions = this.list();
		options.file?.retain(sessions.flatMap(listStateKeys));
		this.nextIncarnation = sessions.reduce(
			(next, each) => Math.max(next, each.incarnation + 1),
			options.first ?? 0,
		);
	}

	/** Writes a session to the file, if there is a file. */
	#keep(session: Session, deleted?: readonly string[]): void {
		const { initialForward } = this.options;
		const file = this.#file;
		file?.sessions.keep(file.toKept(session, initialForward), deleted);
	}

	/** Returns a session that is in the file only. */
	#read(file: SessionFile, found: KeptSession): Session {
		const session = file.fromKept(found, this.options);
		session.forward = this.#forwards.get(found.id) ?? session.forward;
		return session;
	}

	/** The sessions in memory, in the order of their creation or loading. */
	inMemory(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	/** Lists all sessions in the order of their creation. Sessions that are in the file only are copies. */
	list(): readonly Session[] {
		const file = this.#file;
		const inFile = file?.sessions
			.list()
			.map((each) => this.#sessions.get(each.id) ?? this.#read(file, each));
		// If the file was full, a session may be in memory only.
		return [...new Set([...(inFile ?? []), ...this.#sessions.values()])];
	}

	/** Returns the session with this name, and loads it into memory. */
	protected find(id: string): Session | undefined {
		const known = this.#sessions.get(id);
		if (known) return known;
		const file = this.#file;
		const found = file?.sessions.read(id);
		if (!file || !found) return undefined;
		const session = this.#read(file, found);
		if (id !== DEFAULT_SESSION) this.makeRoom(session.isForeign);
		this.#forwards.delete(id);
		this.#sessions.set(id, session);
		return session;
	}

	/** Adds a session. If the file is full, the session is written later, with the first write that fits. */
	protected add(session: Session): void {
		this.dropReasons.delete(session.id);
		this.#sessions.set(session.id, session);
		try {
			this.#keep(session);
		} catch (error) {
			if (!isStoreFull(error)) throw error;
			this.keepLater(session, "with write");
		}
	}

	/**
	 * Changes a session, and writes it to the file before the call returns.
	 * @param deleted the states to delete from the file in the same step
	 * @throws StoreFullError if the file is full. Then nothing has changed.
	 */
	change(
		session: Session,
		changes: Partial<Session>,
		deleted?: readonly string[],
	): Promise<void> | undefined {
		this.#keep({ ...session, ...changes }, deleted);
		Object.assign(session, changes);
		return undefined;
	}

	/** Writes a session that an exchange has changed: soon, or with the next write of a state. */
	keepLater(session: Session, when: "soon" | "with write"): void {
		// Another session with this name may have been created meanwhile.
		if (this.#sessions.get(session.id) !== session) return;
		const { initialForward } = this.options;
		const file = this.#file;
		file?.sessions.keepLater(
			session.id,
			() => file.toKept(session, initialForward),
			when,
		);
	}

	/**
	 * Selects faults, counts them down, and keeps what is left of their `times`.
	 * @param select called again if another mock has used the faults meanwhile
	 */
	useFaults(
		session: Session,
		select: () => FaultPlan,
	): FaultPlan | Promise<FaultPlan> {
		const plan = select();
		for (const fault of plan.used) fault.left -= 1;
		if (plan.used.length > 0) this.keepLater(session, "with write");
		return plan;
	}

	/** Lists all sessions, with the counts of used assumptions and the last use by other mocks. */
	async listUsed(): Promise<readonly Session[]> {
		return this.list();
	}

	/** Removes a session from memory, unless the file is full. */
	#unload(session: Session): void {
		const { store, journal, initialForward, onError } = this.options;
		const { id, forward } = session;
		try {
			this.#keep(session);
		} catch (error) {
			onError(error);
			return;
		}
		if (forward && forward !== initialForward) this.#forwards.set(id, forward);
		this.#sessions.delete(id);
		journal.clear(id);
		for (const key of listStateKeys(session)) store.unload(key);
	}

	/**
	 * Deletes a session with all its data.
	 * @throws StoreFullError if the file is full. Then nothing has changed.
	 */
	protected async drop(session: Session, reason: string): Promise<void> {
		const { id, leftStates = [] } = session;
		const stateKeys = [...listStateKeys(session), ...leftStates];
		// The file comes first: if it is full, nothing is deleted.
		this.#file?.sessions.delete(id, stateKeys);
		this.forget(session, reason);
		this.options.journal.clear(id);
		await this.dropStates(stateKeys);
	}

	/** Removes a deleted session from memory. */
	protected forget(session: Session, reason: string): void {
		const { id } = session;
		this.#sessions.delete(id);
		this.dropReasons.set(id, reason);
		const [oldest] = this.dropReasons.keys();
		if (this.dropReasons.size > MAX_DROPPED && oldest !== undefined)
			this.dropReasons.delete(oldest);
		this.nextIncarnation += 1;
		session.isDropped = true;
		session.restartReason = reason;
		for (const each of [session, session.active]) this.end(each);
	}

	/** Gives requests in progress a store of their own, because their state is deleted. */
	protected end({ leftover }: { readonly leftover: Leftover }): void {
		leftover.open ??= computeOnce(() => this.options.store.createEmpty());
	}

	/** Drops states that are no longer in the file. */
	protected async dropStates(keys: readonly string[]): Promise<void> {
		const { store, onError } = this.options;
		await Promise.all(keys.map((key) => store.drop(key).catch(onError)));
	}

	#evictable(): Session[] {
		return this.inMemory().filter(({ id }) => id !== DEFAULT_SESSION);
	}

	/**
	 * Drops a session if there are too many. If a file keeps the session, it is only removed from memory. Sessions of
	 * foreign pages never displace other sessions.
	 */
	protected makeRoom(isForeign: boolean): void {
		const { sessions: max, onError } = this.options;
		const group = this.#evictable().filter(
			(each) => each.isForeign === isForeign,
		);
		if (group.length < max) return;
		const [next] = group.sort(compareForEviction);
		if (!next) return;
		if (this.#file) this.#unload(next);
		else this.drop(next, "crowded").catch(onError);
	}

	/** Drops the sessions that have been idle for too long. */
	protected evictIdle(): Promise<void> | undefined {
		const { sessionIdleMs, onError } = this.options;
		const now = performance.now();
		const isIdle = (id: string, lastSeen: number): boolean =>
			id !== DEFAULT_SESSION && now - lastSeen > sessionIdleMs;
		const drop = (session: Session | undefined): void => {
			if (session && isIdle(session.id, session.lastSeen))
				this.drop(session, "idle").catch(onError);
		};
		if (!this.#file) {
			this.inMemory().forEach(drop);
			if (this.#evictable().length === 0) this.close();
			return undefined;
		}
		// The file does not record when the control API last used a session.
		for (const { id, lastSeen } of this.#file.sessions.list())
			if (isIdle(id, lastSeen - epoch())) drop(this.find(id));
		for (const session of this.#evictable())
			if (now - session.lastSeen > UNLOAD_MS) this.#unload(session);
		return undefined;
	}

	/** Starts to drop idle sessions regularly. */
	protected startSweep(): void {
		const { sessionIdleMs, onError } = this.options;
		const sweep = (): void => {
			try {
				this.evictIdle()?.catch(onError);
			} catch (error) {
				onError(error);
			}
		};
		this.#sweep ??= setInterval(sweep, Math.min(sessionIdleMs, MAX_SWEEP_MS));
		// The timer must not keep the process alive. In a browser, it is a number.
		if (typeof this.#sweep === "object") this.#sweep.unref();
	}

	/** Stops dropping idle sessions until another one is created. */
	close(): void {
		clearInterval(this.#sweep);
		this.#sweep = undefined;
	}
}
