import { listStateKeys, type Session } from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import type { SessionTable } from "./session-table.ts";
import type { SessionsOptions } from "./sessions-options.ts";

/** Creates a timer that calls `run` every `ms` milliseconds once it is started. It does not keep the process alive. */
function createSweep(
	run: () => void,
	ms: number,
): Pick<Eviction, "start" | "stop"> {
	let timer: ReturnType<typeof setInterval> | undefined;
	return {
		start() {
			timer ??= setInterval(run, ms);
			// In a browser it is a number.
			if (typeof timer === "object") timer.unref();
		},
		stop() {
			clearInterval(timer);
			timer = undefined;
		},
	};
}

const MAX_SWEEP_MS = 60_000;
/** How long a session that a file keeps stays in memory without a request, and its journal with it. */
const UNLOAD_MS = 1_800_000;

/** Drops idle sessions, and makes room for new ones. */
export interface Eviction {
	/**
	 * Drops a session if there are too many, or only takes it out of memory if a file keeps it. Sessions of foreign pages
	 * never push out others.
	 */
	makeRoom(isForeign: boolean): void;
	/** Begins to drop idle sessions. */
	start(): void;
	stop(): void;
}

/** Whether `a` is evicted before `b`: sessions that were changed are the last, otherwise the longest idle is the first. */
const isBefore = (a: Session, b: Session): boolean =>
	a.isChanged === b.isChanged ? a.lastSeen < b.lastSeen : b.isChanged;

/** How many names of dropped sessions are remembered. */
const MAX_DROPPED = 10_000;

/** Takes sessions out of the mock, or only out of memory. */
export interface Removal {
	/** Returns the incarnation of the next session. */
	nextIncarnation(): number;
	/** Why sessions of which no later one exists were dropped, by name. */
	readonly reasons: Map<string, string>;
	/** Deletes a session with everything in it. */
	drop(session: Session, reason: string): Promise<void>;
	/** Drops states that the file no longer has. */
	dropStates(keys: readonly string[]): Promise<unknown>;
	/** Takes a session out of memory, unless the file cannot take it. */
	unload(session: Session): void;
}

export function createRemoval(
	table: SessionTable,
	{ store, journal, onError }: SessionsOptions,
): Removal {
	const reasons = new Map<string, string>();
	let incarnation = table
		.list()
		.reduce((next, each) => Math.max(next, each.incarnation + 1), 0);
	const dropStates: Removal["dropStates"] = (keys) =>
		Promise.all(keys.map((key) => store.drop(key).catch(onError)));
	return {
		nextIncarnation: () => incarnation,
		reasons,
		dropStates,
		async drop(session, reason) {
			// First, because a full file deletes nothing.
			table.remove(session);
			reasons.set(session.id, reason);
			const [oldest] = reasons.keys();
			if (reasons.size > MAX_DROPPED && oldest !== undefined)
				reasons.delete(oldest);
			incarnation += 1;
			session.isDropped = true;
			journal.clear(session.id);
			await dropStates(listStateKeys(session));
		},
		unload(session) {
			try {
				table.unload(session);
			} catch (error) {
				onError(error);
				return;
			}
			journal.clear(session.id);
			for (const key of listStateKeys(session)) store.unload(key);
		},
	};
}

export function createEviction(
	table: SessionTable,
	{ drop, unload }: Removal,
	{ max, idleMs, onError }: SessionsOptions,
): Eviction {
	const evictable = (): Session[] =>
		table.inMemory().filter(({ id }) => id !== DEFAULT_SESSION);

	const evict = (session: Session, reason: "idle" | "crowded"): Promise<void> =>
		drop(session, reason).catch(onError);

	function evictIdle(): void {
		const now = performance.now();
		const isIdle = ({ id, lastSeen }: Pick<Session, "id" | "lastSeen">) =>
			id !== DEFAULT_SESSION && now - lastSeen > idleMs;
		for (const seen of table.seen()) {
			// A file does not know when the control last used a session.
			const session = isIdle(seen) && table.find(seen.id);
			if (session && isIdle(session)) void evict(session, "idle");
		}
		if (table.isDurable) {
			for (const session of evictable())
				if (now - session.lastSeen > UNLOAD_MS) unload(session);
		} else if (evictable().length === 0) sweep.stop();
	}
	const sweep = createSweep(
		() => {
			try {
				evictIdle();
			} catch (error) {
				onError(error);
			}
		},
		Math.min(idleMs, MAX_SWEEP_MS),
	);

	return {
		makeRoom(isForeign) {
			const group = evictable().filter((each) => each.isForeign === isForeign);
			const [first, ...others] = group;
			if (!first || group.length < max) return;
			const next = others.reduce(
				(found, each) => (isBefore(each, found) ? each : found),
				first,
			);
			if (table.isDurable) unload(next);
			else void evict(next, "crowded");
		},
		start: sweep.start,
		stop: sweep.stop,
	};
}
