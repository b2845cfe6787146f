import type { Announcer } from "../journal/journal.ts";

/** A change that a client made, or may have made. */
export interface Change {
	/** The name of the session; null for all sessions. */
	readonly session: string | null;
	/** `journal` was cleared; `session` was deleted, or wholly reset; `configuration` was reloaded. */
	readonly subject:
		| "scenario"
		| "faults"
		| "forward"
		| "state"
		| "snapshots"
		| "journal"
		| "session"
		| "configuration";
}

/** Announces changes to listeners, such as pages that show the changed data. */
export type Changes = Announcer<Change>;
