import type { LedgerEntry } from "../engine/model/service.ts";
import type { ClockControl } from "./clock-control.ts";
import type { CollectionControl } from "./collection-control.ts";
import type { JournalControl } from "./journal-control.ts";
import type { RecordControl } from "./record-control.ts";
import type { SessionControl } from "./session-control.ts";
import type { StateControl } from "./state-control.ts";

/** The assumptions that responses depended on. */
export interface UsedAssumptions {
	/** The number of all responses. */
	readonly exchanges: number;
	/** The assumptions that at least one response depended on, the most used first. */
	readonly assumptions: readonly {
		readonly id: string;
		readonly status: LedgerEntry["status"];
		readonly assumes: string;
		/** The number of responses that depended on this assumption. */
		readonly exchanges: number;
	}[];
}

/** An operation of the service, or a handler of the configuration that is defined like one. */
export interface OperationInfo {
	readonly id: string;
	readonly method: string;
	/** Without the base path of the mock. */
	readonly path: string;
	readonly summary: string;
	/** The statuses that the OpenAPI document lists, ascending. */
	readonly statuses: readonly number[];
	/** Whether the OpenAPI document does not describe it, but a handler of the configuration defines it. */
	readonly isOwn: boolean;
}

export interface SessionInfo {
	readonly id: string;
	/** RFC 3339. */
	readonly openedAt: string;
	readonly idleMs: number;
	readonly scenario: string;
	/** The number of faults that are set and not used up. Faults of the scenario do not count. */
	readonly faults: number;
	/** The number of exchanges of the session in the journal. */
	readonly requests: number;
}

/** Edits of the document by which it describes what the real service responds. */
export interface ProposedEdits {
	/** A unified diff; empty if no edit is known. */
	readonly diff: string;
	/** What only a person can decide. */
	readonly questions: readonly string[];
	/** Whether the document is that of the package, of which only a copy may be edited. */
	readonly isShipped: boolean;
}

/**
 * Controls a running mock. The interface is the same in process and over HTTP. It acts on one session. Without a
 * session name, it acts on the default session, and reads the journal of all sessions.
 */
export interface Control
	extends StateControl,
		CollectionControl,
		RecordControl,
		JournalControl,
		SessionControl {
	/**
	 * Returns the control of one session.
	 * @throws ControlError for an invalid session name
	 */
	session(id: string): Control;
	/** Reads the clock, or changes it. */
	readonly clock: ClockControl;
	sessions(): Promise<readonly SessionInfo[]>;
	/** @throws ControlError for an unknown session */
	deleteSession(id: string): Promise<void>;
	/** Returns the operations that the mock responds to, also those that only handlers of the configuration define. */
	operations(): Promise<readonly OperationInfo[]>;
	/** Returns the ledger of assumptions. */
	assumptions(): Promise<readonly LedgerEntry[]>;
	/** Returns the assumptions that the responses so far depended on. */
	usedAssumptions(): Promise<UsedAssumptions>;
}
