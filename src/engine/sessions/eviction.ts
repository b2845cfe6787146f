import type { Session, SessionsOptions } from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import type { SessionTable } from "./session-table.ts";

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

/** Orders sessions for eviction: those that were changed are the last, otherwise the longest idle is the first. */
const compare = (a: Session, b: Session): number =>
	Number(a.isChanged) - Number(b.isChanged) || a.lastSeen - b.lastSeen;

export function createEviction(
	table: SessionTable,
	{ sessions: max, sessionIdleMs: idleMs, onError }: SessionsOptions,
): Eviction {
	let timer: ReturnType<typeof setInterval> | undefined;

	const evictable = (): Session[] =>
		table.inMemory().filter(({ id }) => id !== DEFAULT_SESSION);

	function evictIdle(): void {
		const now = performance.now();
		const isIdle = ({ id, lastSeen }: Pick<Session, "id" | "lastSeen">) =>
			id !== DEFAULT_SESSION && now - lastSeen > idleMs;
		for (const seen of table.seen()) {
			// A file does not know when the control last used a session.
			const session = isIdle(seen) && table.find(seen.id);
			if (session && isIdle(session))
				table.drop(session, "idle").catch(onError);
		}
		if (table.isDurable) {
			for (const session of evictable())
				if (now - session.lastSeen > UNLOAD_MS) table.unload(session);
		} else if (evictable().length === 0) stop();
	}

	function sweep(): void {
		try {
			evictIdle();
		} catch (error) {
			onError(error);
		}
	}

	function stop(): void {
		clearInterval(timer);
		timer = undefined;
	}

	return {
		makeRoom(isForeign) {
			const group = evictable().filter((each) => each.isForeign === isForeign);
			if (group.length < max) return;
			const [next] = group.sort(compare);
			if (!next) return;
			if (table.isDurable) table.unload(next);
			else table.drop(next, "crowded").catch(onError);
		},
		start() {
			timer ??= setInterval(sweep, Math.min(idleMs, MAX_SWEEP_MS));
			// In a browser it is a number. It must not keep the process alive.
			if (typeof timer === "object") timer.unref();
		},
		stop,
	};
}
