import type { Announcer } from "../journal/journal.ts";

/** What a client changed, or may have changed. */
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

/** Announces changes to the listeners, such as pages that show the changed data. */
export type Changes = Announcer<Change>;
