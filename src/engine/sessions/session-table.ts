import {
	isStoreFull,
	type KeptSession,
	type KeptSessions,
	type StoreFile,
} from "../../store/backing.ts";
import { epoch, fromKeptSession, toKeptSession } from "./kept-session.ts";
import { listStateKeys, type Session } from "./session.ts";

type SessionChanges = Partial<Pick<Session, "active" | "faults" | "forward">>;

/** The sessions by name. With a file, those that are idle are only there. */
export interface SessionTable {
	/** Whether sessions can leave memory. */
	readonly isDurable: boolean;
	/** The sessions in memory, in the order in which they came there. */
	inMemory(): readonly Session[];
	/** Lists all sessions in the order in which they were created, and takes them into memory. */
	list(): readonly Session[];
	/** Tells when each session last received a request, in milliseconds of monotonic time. */
	seen(): readonly Pick<Session, "id" | "lastSeen">[];
	/** Returns the session of that name, and takes it into memory. */
	find(id: string): Session | undefined;
	/** Adds a session. If the file is full, it is kept as soon as there is room. */
	add(session: Session): void;
	/**
	 * Changes a session, and keeps it before the call returns.
	 * @param deleted the states to delete from the file together with this change
	 * @throws StoreFullError; nothing has changed then
	 */
	change(
		session: Session,
		changes: SessionChanges,
		deleted?: readonly string[],
	): void;
	/** Keeps a session that an exchange has changed, soon. */
	touch(session: Session): void;
	/** Keeps a session whose faults an exchange uses up, with the write of this exchange, or else when it is touched. */
	spend(session: Session): void;
	/** Takes a session out of memory. */
	unload(session: Session): void;
	/** Deletes a session; with a file, also its states. @throws StoreFullError; nothing has changed then */
	remove(session: Session): void;
}

type Activate = Parameters<typeof fromKeptSession>[1];

/** Moves sessions between memory and a file. The file has no credentials, so their forwarding stays in memory. */
function createMover(
	kept: KeptSessions,
	activate: Activate,
	initialForward: Session["forward"],
) {
	/** The forwarding of sessions that are only in the file. */
	const forwards = new Map<string, Session["forward"]>();
	return {
		load(found: KeptSession): Session {
			const { id } = found;
			const session = fromKeptSession(found, activate, initialForward);
			session.forward = forwards.get(id) ?? session.forward;
			forwards.delete(id);
			return session;
		},
		unload(session: Session): void {
			kept.keep(toKeptSession(session, initialForward));
			if (session.forward && session.forward !== initialForward)
				forwards.set(session.id, session.forward);
		},
	};
}

/**
 * @param activate puts a scenario into effect over a state
 * @param initialForward what new sessions forward
 * @param file deletes the states of no session, which a mock that was killed may have left behind
 */
export function createSessionTable(
	activate: Activate,
	initialForward: Session["forward"],
	file: StoreFile | undefined,
): SessionTable {
	const sessions = new Map<string, Session>();
	const kept = file?.sessions;
	const mover = kept && createMover(kept, activate, initialForward);
	const toKept = (session: Session): KeptSession =>
		toKeptSession(session, initialForward);

	function load(found: KeptSession): Session | undefined {
		const session = sessions.get(found.id) ?? mover?.load(found);
		if (session) sessions.set(found.id, session);
		return session;
	}

	function find(id: string): Session | undefined {
		const known = sessions.get(id);
		if (known || !kept) return known;
		const found = kept.read(id);
		return found && load(found);
	}

	function list(): Session[] {
		const inFile = (kept?.list() ?? []).flatMap((each) => load(each) ?? []);
		// A session that a full file could not keep is only in memory.
		return [...new Set([...inFile, ...sessions.values()])];
	}

	const keepLater = (
		session: Session,
		keep: "keepSoon" | "keepWithExchange",
	): void => {
		// Another one may have been created meanwhile.
		if (kept && sessions.get(session.id) === session)
			kept[keep](session.id, () => toKept(session));
	};
	const touch = (session: Session): void => keepLater(session, "keepSoon");

	file?.retain(list().flatMap(listStateKeys));
	return {
		isDurable: file !== undefined,
		inMemory: () => [...sessions.values()],
		list,
		seen: () =>
			kept
				? kept
						.list()
						.map(({ id, lastSeen }) => ({ id, lastSeen: lastSeen - epoch() }))
				: list(),
		find,
		add(session) {
			sessions.set(session.id, session);
			try {
				kept?.keep(toKept(session));
			} catch (error) {
				if (!isStoreFull(error)) throw error;
				touch(session);
			}
		},
		change(session, changes, deleted) {
			kept?.keep(toKept({ ...session, ...changes }), deleted);
			Object.assign(session, changes);
		},
		touch,
		spend: (session) => keepLater(session, "keepWithExchange"),
		unload(session) {
			mover?.unload(session);
			sessions.delete(session.id);
		},
		remove(session) {
			kept?.delete(session.id, listStateKeys(session));
			sessions.delete(session.id);
		},
	};
}
