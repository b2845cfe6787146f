import type { Fault } from "../faults/fault.ts";
import { readFaults } from "../faults/read-faults.ts";
import { liven, remaining } from "../faults/strike.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import type { Numbered } from "../journal/journal.ts";
import { CREDENTIALS, isMeant, tell } from "../journal/tell.ts";
import { ControlError } from "./control-error.ts";
import { createEvents } from "./control-events.ts";
import { requireSessionName } from "./control-session.ts";
import {
	createStateControl,
	type Look,
	type StateControl,
} from "./control-state.ts";
import type { Engine } from "./engine.ts";
import { type RestedOn, restedOn } from "./rested-on.ts";
import type { LedgerEntry, Service } from "./service.ts";
import { type Session, targetOf } from "./session.ts";
import { DEFAULT_SESSION } from "./sessions.ts";

export interface RequestsFilter extends JournalFilter {
	/** How many to give at the most; all when absent. */
	readonly limit?: number | undefined;
}

export interface RequestsPage {
	/** Newest first. */
	readonly requests: readonly JournalEntry[];
	/** How many there are, whatever the limit. */
	readonly total: number;
	/** How many had to leave the journal; what was looked for may be among them. */
	readonly dropped: number;
}

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
export interface Control extends StateControl {
	/**
	 * The same for the session of that name.
	 * @throws ControlError for a name that no session can have
	 */
	session(id: string): Control;

	/** @throws ControlError for an operation that is not there, or a limit that is no whole number */
	requests(filter?: RequestsFilter): Promise<RequestsPage>;
	/** @throws ControlError for an operation that is not there */
	countRequests(filter?: JournalFilter): Promise<number>;
	/** Those that no operation matched, newest first. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Each exchange from when it resolves on, until the signal says that it is enough. */
	events(signal: AbortSignal): Promise<AsyncIterable<JournalEntry>>;

	scenarios(): Promise<Scenarios>;
	/** @throws ControlError where there is no such scenario */
	setScenario(name: string): Promise<void>;
	faults(): Promise<readonly Fault[]>;
	/**
	 * Puts these in place of those set before.
	 * @throws ControlError for a fault that cannot be
	 */
	setFaults(faults: readonly Fault[]): Promise<void>;
	clearFaults(): Promise<void>;

	sessions(): Promise<readonly SessionInfo[]>;
	/** @throws ControlError where there is no such session */
	deleteSession(id: string): Promise<void>;
	/** The ledger. */
	assumptions(): Promise<readonly LedgerEntry[]>;
	/** What the answers so far rested on. */
	restedOn(): Promise<RestedOn>;
}

/** A count of what cannot happen is 0, which a test may be glad of; so a misspelt operation is refused. */
function requireOperation(
	{ operations }: Pick<Service, "operations">,
	id: string | undefined,
): void {
	const ids = operations.map(({ spec }) => spec.id);
	if (id !== undefined && !ids.includes(id))
		throw new ControlError(
			400,
			`There is no operation "${id}". Use one of ${ids.join(", ")}.`,
		);
}

function requireLimit(limit: number | undefined): void {
	if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
		throw new ControlError(
			400,
			`The limit ${limit} cannot be used: it must be a whole number of 0 or more.`,
		);
}

/** @param named the session it speaks of; undefined for that of the running code, or all */
export function createControl(engine: Engine, named?: string): Control {
	const { service, journal, sessions, currentSession, redact } = engine;
	const secret = new Set([
		...CREDENTIALS,
		...redact.map((name) => name.toLowerCase()),
	]);
	const targets = service.operations.map(({ spec }) => targetOf(spec));
	const viewed = (): string | undefined => named ?? currentSession();
	const session = (): Session =>
		sessions.visit(viewed() ?? DEFAULT_SESSION, performance.now());
	const look: Look = (at) =>
		sessions.look(viewed() ?? DEFAULT_SESSION, performance.now(), at);
	const clearRequests = async (): Promise<void> => journal.clear(viewed());
	const told = (found: readonly Numbered[]): JournalEntry[] =>
		found.map((each) => tell(each, secret));
	function meant(filter: JournalFilter): Numbered[] {
		requireOperation(service, filter.operation);
		return journal
			.read(viewed())
			.filter(({ record }) => isMeant(record, filter));
	}

	return {
		...createStateControl(engine, session, look, clearRequests),
		session(id) {
			requireSessionName(id);
			return createControl(engine, id);
		},

		async requests({ limit, ...filter } = {}) {
			requireLimit(limit);
			const found = meant(filter);
			return {
				requests: told(found.slice(0, limit)),
				total: found.length,
				dropped: journal.dropped(viewed()),
			};
		},
		countRequests: async (filter = {}) => meant(filter).length,
		unmatchedRequests: async () =>
			told(journal.read(viewed()).filter(({ record }) => !record.matched)),
		clearRequests,
		events: async (signal) =>
			createEvents(journal, viewed(), (each) => tell(each, secret), signal),

		scenarios: async () => ({
			active: await look(({ stage }) => stage.scenario),
			available: Object.entries(engine.repertoire.scenarios).map(
				([name, { description }]) => ({ name, description }),
			),
		}),
		async setScenario(name) {
			const { scenarios } = engine.repertoire;
			if (!Object.hasOwn(scenarios, name))
				throw new ControlError(
					400,
					`There is no scenario "${name}". Use one of ${Object.keys(scenarios).join(", ")}.`,
				);
			await sessions.enter(session(), name);
		},
		faults: () => look(({ faults }) => remaining(faults)),
		async setFaults(given) {
			const read = readFaults(given, targets);
			if ("invalid" in read)
				throw new ControlError(
					400,
					"The faults cannot be set, and those set before stay.",
					read.invalid,
				);
			session().faults = liven(read.faults);
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
				scenario: each.stage.scenario,
				faults: each.faults.length,
				requests: journal.read(each.id).length,
			}));
		},
		async deleteSession(id) {
			if (!(await sessions.drop(id)))
				throw new ControlError(404, `There is no session "${id}".`);
		},
		assumptions: async () => service.ledger,
		restedOn: async () => {
			const only = viewed();
			const counted = sessions
				.list()
				.filter(({ id }) => only === undefined || id === only);
			return restedOn(counted, service.ledger);
		},
	};
}
