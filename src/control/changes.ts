import type { JournalEntry } from "../journal/entry.ts";
export interface Change {
	readonly session: string | null;
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
export type ControlEvent =
	| { readonly type: "exchange"; readonly entry: JournalEntry }
	| { readonly type: "change"; readonly change: Change };
