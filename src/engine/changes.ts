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

/** Announces changes to those that show what they change. */
export interface Changes {
	announce(change: Change): void;
	/** Calls the listener for each change. Returns a function that unsubscribes. */
	subscribe(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
	const listeners = new Set<(change: Change) => void>();
	return {
		announce(change) {
			for (const listener of listeners) listener(change);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
