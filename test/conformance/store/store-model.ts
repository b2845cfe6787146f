import type { Dataset, Store } from "../../../src/store/store.ts";
import { initialNotes, type Note, ORIGIN } from "./store-notes.ts";

interface Kept {
	readonly id: string;
	/** Null once removed. */
	note: Note | null;
	version: number;
}

export const keep = (notes: readonly Note[]): Kept[] =>
	notes.map((note) => ({ id: note.id, note, version: 1 }));

export const listNotes = (notes: readonly Kept[]): Note[] =>
	notes.flatMap(({ note }) => note ?? []);

/** The expected contents of a session. */
export const createSession = (id: string, origin = ORIGIN) => ({
	id,
	origin,
	/** By creation sequence. */
	notes: keep(initialNotes(origin)),
	tags: origin.dataset === "others" ? 0 : 1,
	observed: 0,
	/** The number of writes and draws since the origin. */
	writes: 0,
	draws: 0,
});
export type Session = ReturnType<typeof createSession>;

export const createModel = (store: Store) => ({
	store,
	sessions: new Map<string, Session>(),
	/** Oldest first. */
	snapshots: [] as { id: string; session: Session }[],
	/** The ids of all snapshots, also of deleted ones. */
	taken: ["none"],
	/** The results of reads, which later calls must not change. */
	reads: [] as [Dataset, unknown][],
});
export type Model = ReturnType<typeof createModel>;

export const listSnapshots = ({ snapshots }: Model, of: string): string[] =>
	snapshots.filter(({ session }) => session.id === of).map(({ id }) => id);
