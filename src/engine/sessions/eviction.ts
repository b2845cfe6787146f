import type { Session } from "./session.ts";
import { DEFAULT_SESSION } from "./session-name.ts";
import type { SessionTable } from "./session-table.ts";
import type { SessionsOptions } from "./sessions-options.ts";
import { createSweep } from "./sweep.ts";

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

interface EvictionOptions
	extends Pick<SessionsOptions, "max" | "idleMs" | "onError"> {
	/** Deletes a session. */
	drop(session: Session, reason: "idle" | "crowded"): Promise<void>;
	/** Takes a session out of memory. */
	unload(session: Session): void;
}

export function createEviction(
	table: SessionTable,
	{ max, idleMs, onError, drop, unload }: EvictionOptions,
): Eviction {
	const evictable = (): Session[] =>
		table.inMemory().filter(({ id }) => id !== DEFAULT_SESSION);

	const evict: EvictionOptions["drop"] = (session, reason) =>
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
