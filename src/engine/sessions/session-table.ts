import {
	isStoreFull,
	type KeptSession,
	type KeptSessions,
} from "../../store/store-file.ts";
import {
	type Activate,
	epoch,
	fromKeptSession,
	toKeptSession,
} from "./kept-session.ts";
import {
	listStateKeys,
	type Session,
	type SessionsOptions,
} from "./session.ts";

/** How many names of dropped sessions are remembered. */
const MAX_DROPPED = 10_000;

/** The sessions by name. With a file, those that are idle are only there. */
export class SessionTable {
	/** Why sessions of which no later one exists were dropped, by name. */
	readonly dropReasons: Map<string, string> = new Map();
	/** The incarnation of the next session. */
	nextIncarnation: number;
	readonly #sessions = new Map<string, Session>();
	readonly #kept: KeptSessions | undefined;
	/** The forwarding of sessions that are only in the file, which has no credentials. */
	readonly #forwards = new Map<string, Session["forward"]>();
	readonly #options: SessionsOptions;
	readonly #activate: Activate;

	/** Deletes the states of no session, which a mock that was killed may have left in the file. */
	constructor(options: SessionsOptions, activate: Activate) {
		this.#options = options;
		this.#activate = activate;
		this.#kept = options.file?.sessions;
		const sessions = this.list();
		options.file?.retain(sessions.flatMap(listStateKeys));
		this.nextIncarnation = sessions.reduce(
			(next, each) => Math.max(next, each.incarnation + 1),
			0,
		);
	}

	/** Whether sessions can leave memory. */
	get isDurable(): boolean {
		return this.#kept !== undefined;
	}

	#toKept(session: Session): KeptSession {
		return toKeptSession(session, this.#options.initialForward);
	}

	/** Takes a session into memory. */
	#load(found: KeptSession): Session {
		const { id } = found;
		const known = this.#sessions.get(id);
		if (known) return known;
		const { initialForward } = this.#options;
		const session = fromKeptSession(found, this.#activate, initialForward);
		session.forward = this.#forwards.get(id) ?? session.forward;
		this.#forwards.delete(id);
		this.#sessions.set(id, session);
		return session;
	}

	/** The sessions in memory, in the order in which they came there. */
	inMemory(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	/** Lists all sessions in the order in which they were created, and takes them into memory. */
	list(): readonly Session[] {
		const inFile = this.#kept?.list().map((each) => this.#load(each)) ?? [];
		// A session that a full file could not keep is only in memory.
		return [...new Set([...inFile, ...this.#sessions.values()])];
	}

	/** Tells when each session last received a request, in milliseconds of monotonic time. */
	seen(): readonly Pick<Session, "id" | "lastSeen">[] {
		if (!this.#kept) return this.list();
		return this.#kept
			.list()
			.map(({ id, lastSeen }) => ({ id, lastSeen: lastSeen - epoch() }));
	}

	/** Returns the session of that name, and takes it into memory. */
	find(id: string): Session | undefined {
		const known = this.#sessions.get(id);
		if (known || !this.#kept) return known;
		const found = this.#kept.read(id);
		return found && this.#load(found);
	}

	/** Adds a session. If the file is full, it is kept as soon as there is room. */
	add(session: Session): void {
		this.dropReasons.delete(session.id);
		this.#sessions.set(session.id, session);
		try {
			this.#kept?.keep(this.#toKept(session));
		} catch (error) {
			if (!isStoreFull(error)) throw error;
			this.keepLater(session, "keepSoon");
		}
	}

	/**
	 * Changes a session, and keeps it before the call returns.
	 * @param deleted the states to delete from the file together with this change
	 * @throws StoreFullError; nothing has changed then
	 */
	change(
		session: Session,
		changes: Partial<Pick<Session, "active" | "faults" | "forward">>,
		deleted?: readonly string[],
	): void {
		this.#kept?.keep(this.#toKept({ ...session, ...changes }), deleted);
		Object.assign(session, changes);
	}

	/** Keeps a session that an exchange changes: soon, or with the next write of a state. */
	keepLater(session: Session, keep: "keepSoon" | "keepWithExchange"): void {
		// Another one may have been created meanwhile.
		if (this.#kept && this.#sessions.get(session.id) === session)
			this.#kept[keep](session.id, () => this.#toKept(session));
	}

	/** Takes a session out of memory, unless the file cannot take it. */
	unload(session: Session): void {
		const { store, journal, initialForward, onError } = this.#options;
		const { id, forward } = session;
		try {
			this.#kept?.keep(this.#toKept(session));
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
	 * Deletes a session with everything in it.
	 * @throws StoreFullError; nothing has changed then
	 */
	async drop(session: Session, reason: string): Promise<void> {
		const { id } = session;
		const stateKeys = listStateKeys(session);
		// First, because a full file deletes nothing.
		this.#kept?.delete(id, stateKeys);
		this.#sessions.delete(id);
		this.dropReasons.set(id, reason);
		const [oldest] = this.dropReasons.keys();
		if (this.dropReasons.size > MAX_DROPPED && oldest !== undefined)
			this.dropReasons.delete(oldest);
		this.nextIncarnation += 1;
		session.isDropped = true;
		this.#options.journal.clear(id);
		await this.dropStates(stateKeys);
	}

	/** Drops states that the file no longer has. */
	async dropStates(keys: readonly string[]): Promise<void> {
		const { store, onError } = this.#options;
		await Promise.all(keys.map((key) => store.drop(key).catch(onError)));
	}
}
