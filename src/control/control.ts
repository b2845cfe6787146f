import type { Engine } from "../engine/engine.ts";
import type { LedgerEntry } from "../engine/service.ts";
import { type Session, targetOf } from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import type { Fault } from "../faults/fault.ts";
import {
	type ActiveFault,
	activate,
	remainingFaults,
} from "../faults/select-faults.ts";
import { MAX_FAULTS, validateFaults } from "../faults/validate-faults.ts";
import { ControlError } from "./control-error.ts";
import {
	createJournalControl,
	type JournalControl,
} from "./journal-control.ts";
import {
	createStateControl,
	type StateControl,
	type ViewSession,
} from "./state-control.ts";
import {
	countUsedAssumptions,
	type UsedAssumptions,
} from "./used-assumptions.ts";
import { requireSessionName } from "./validate-arguments.ts";

export interface Scenarios {
	readonly active: string;
	readonly available: readonly {
		readonly name: string;
		readonly description: string;
	}[];
}

export interface SessionInfo {
	readonly id: string;
	/** RFC 3339. */
	readonly openedAt: string;
	readonly idleMs: number;
	readonly scenario: string;
	/** How many faults are set, those of the scenario not counted. */
	readonly faults: number;
	/** How many exchanges the journal has of it. */
	readonly requests: number;
}

/**
 * What can be asked of a running mock, the same in process, over HTTP and from the shell. It speaks of one session; of
 * the default one, and of the journal of all sessions, where none is named.
 */
export interface Control extends StateControl, JournalControl {
	/**
	 * The same for the session of that name.
	 * @throws ControlError for a name that no session can have
	 */
	session(id: string): Control;

	scenarios(): Promise<Scenarios>;
	/** @throws ControlError where there is no such scenario */
	setScenario(name: string): Promise<void>;
	faults(): Promise<readonly Fault[]>;
	/**
	 * Puts these in place of those set before.
	 * @throws ControlError for a fault that cannot be
	 */
	setFaults(faults: readonly Fault[]): Promise<void>;
	/**
	 * Puts these before those that are set, which stay as they are, with what is left of their `times`.
	 * @throws ControlError for a fault that cannot be
	 */
	addFaults(faults: readonly Fault[]): Promise<void>;
	clearFaults(): Promise<void>;

	sessions(): Promise<readonly SessionInfo[]>;
	/** @throws ControlError where there is no such session */
	deleteSession(id: string): Promise<void>;
	/** The ledger. */
	assumptions(): Promise<readonly LedgerEntry[]>;
	/** What the answers so far rested on. */
	usedAssumptions(): Promise<UsedAssumptions>;
}

/** @param named the session it speaks of; undefined for that of the running code, or all */
export function createControl(engine: Engine, named?: string): Control {
	const { service, journal, sessions, currentSession } = engine;
	const targets = service.operations.map(({ spec }) => targetOf(spec));
	const viewed = (): string | undefined => named ?? currentSession();
	const session = (): Session =>
		sessions.visit(viewed() ?? DEFAULT_SESSION, performance.now());
	const look: ViewSession = (at) =>
		sessions.look(viewed() ?? DEFAULT_SESSION, performance.now(), at);
	const journalControl = createJournalControl(engine, viewed);
	function enliven(given: readonly Fault[]): ActiveFault[] {
		const read = validateFaults(given, targets);
		if ("invalid" in read)
			throw new ControlError(
				400,
				"The faults cannot be set, and those set before stay.",
				read.invalid,
			);
		return activate(read.faults);
	}

	return {
		...createStateControl(engine, session, look, journalControl.clearRequests),
		...journalControl,
		session(id) {
			requireSessionName(id);
			return createControl(engine, id);
		},

		scenarios: async () => ({
			active: await look(({ active: stage }) => stage.scenario),
			available: Object.entries(engine.presets.scenarios).map(
				([name, { description }]) => ({ name, description }),
			),
		}),
		async setScenario(name) {
			const { scenarios } = engine.presets;
			if (!Object.hasOwn(scenarios, name))
				throw new ControlError(
					400,
					`There is no scenario "${name}". Use one of ${Object.keys(scenarios).join(", ")}.`,
				);
			await sessions.enter(session(), name);
		},
		faults: () => look(({ faults }) => remainingFaults(faults)),
		async setFaults(given) {
			session().faults = enliven(given);
		},
		async addFaults(given) {
			const added = enliven(given);
			const kept = session().faults.filter(({ left }) => left > 0);
			if (added.length + kept.length > MAX_FAULTS)
				throw new ControlError(
					400,
					`The session has ${kept.length} faults, and may have ${MAX_FAULTS}. Clear them first.`,
				);
			session().faults = [...added, ...kept];
		},
		async clearFaults() {
			session().faults = [];
		},

		async sessions() {
			const now = performance.now();
			return sessions.list().map((each) => ({
				id: each.id,
				openedAt: new Date(each.openedAt).toISOString(),
				idleMs: Math.round(now - each.lastSeen),
				scenario: each.active.scenario,
				faults: each.faults.length,
				requests: journal.read(each.id).length,
			}));
		},
		async deleteSession(id) {
			if (!(await sessions.drop(id)))
				throw new ControlError(404, `There is no session "${id}".`);
		},
		assumptions: async () => service.ledger,
		usedAssumptions: async () => {
			const only = viewed();
			const counted = sessions
				.list()
				.filter(({ id }) => only === undefined || id === only);
			return countUsedAssumptions(counted, service.ledger);
		},
	};
}
