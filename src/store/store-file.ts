import type { Backing } from "./backing.ts";
import type { Histogram, Series } from "./histogram.ts";
import type { Origin } from "./store.ts";

/** What the sessions of a store start from, unless a scenario says otherwise. */
export interface InitialState extends Origin {
	/** The time at which datasets end, in milliseconds since the epoch. */
	readonly now: number;
}

/** A session as a file keeps it. */
export interface KeptSession {
	readonly id: string;
	/** When it last received a request, in milliseconds since the epoch. */
	readonly lastSeen: number;
	/** What the engine wants to know of it; plain JSON. */
	readonly kept: unknown;
}

/** The sessions in a file. */
export interface KeptSessions {
	read(id: string): KeptSession | undefined;
	/** In the order in which they were created. */
	list(): readonly KeptSession[];
	/** Keeps a session, and deletes these states and their snapshots. @throws StoreFullError; nothing has changed then */
	keep(session: KeptSession, deleted?: readonly string[]): void;
	/** Calls `read` within 100 ms, or when the file is closed, and keeps what it returns. */
	keepSoon(id: string, read: () => KeptSession): void;
	/** Keeps what `read` returns in the same transaction as the next write of a state, or at the next `keepSoon`. */
	keepWithExchange(id: string, read: () => KeptSession): void;
	/** Deletes a session together with these states and their snapshots. @throws StoreFullError; nothing has changed then */
	delete(id: string, states: readonly string[]): void;
}

/** A file that keeps sessions while no mock runs. */
export interface StoreFile {
	/** Returns what the first mock with this file started from; that is `given` if this is the first one. */
	initial(given: InitialState): InitialState;
	/** @param createHistogram continues from what was kept */
	createBacking(
		createHistogram: (series: readonly Series[]) => Histogram,
	): Backing;
	readonly sessions: KeptSessions;
	/** Deletes all states but these. */
	retain(states: readonly string[]): void;
}

/** Whether a write was not kept, and changed nothing. By name, so that the class loads only with a file. */
export const isStoreFull = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreFullError";
