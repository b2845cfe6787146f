import type { Changes } from "../engine/changes.ts";
import type { EngineContext } from "../engine/context.ts";
import type { LedgerEntry } from "../engine/model/service.ts";
import type { Session } from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { isObject } from "../values/json.ts";
import { createClockControl } from "./clock-control.ts";
import { createCollectionControl } from "./collection-control.ts";
import type { Control, UsedAssumptions } from "./control.ts";
import { ControlError, requireSessionName } from "./control-error.ts";
import { createJournalControl } from "./journal-control.ts";
import { listMethods, methodOf, setMethod } from "./methods.ts";
import { createRecordControl } from "./record-control.ts";
import { createSessionControl, faultsLeft } from "./session-control.ts";
import { createStateControl } from "./state-control.ts";

/** The subjects that a reset with `all` changes. */
const WHOLE_RESET = ["session", "journal"] as const;

/** The methods that change something. Listed once, because each test has a control. */
const CHANGING = listMethods().filter(([, { changes }]) => changes);

/**
 * Lets the methods of a control announce their changes.
 * @param currentSession returns the name of the session that the control acts on, if any
 */
function announceChanges(
	control: Control,
	{ announce }: Changes,
	currentSession: () => string | undefined,
): void {
	for (const [name, { changes = [] }] of CHANGING) {
		const method = methodOf(control, name);
		const run = async (...args: readonly unknown[]): Promise<unknown> => {
			const [first] = args;
			const current = currentSession();
			const result = await method(...args);
			const isWhole = name === "reset" && isObject(first) && first.all === true;
			for (const subject of isWhole ? WHOLE_RESET : changes) {
				// Without a session name, a control acts on the default session, and on the journal of all sessions.
				const all = subject === "journal" ? null : DEFAULT_SESSION;
				const session = name === "deleteSession" ? String(first) : current;
				announce({ session: session ?? all, subject });
			}
			return result;
		};
		setMethod(control, name, run);
	}
}

/** For each assumption of the ledger, counts the responses of the sessions that depended on it. */
function countUsedAssumptions(
	sessions: readonly Pick<Session, "usedAssumptions">[],
	ledger: readonly LedgerEntry[],
): UsedAssumptions {
	const counts = new Map<string, number>();
	let exchanges = 0;
	for (const { usedAssumptions } of sessions)
		for (const [ids, count] of usedAssumptions) {
			exchanges += count;
			for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + count);
		}
	const assumptions = ledger
		.filter(({ id }) => counts.has(id))
		.map(({ id, status, assumes }) => ({
			id,
			status,
			assumes,
			exchanges: counts.get(id) ?? 0,
		}))
		.sort((a, b) => b.exchanges - a.exchanges);
	return { exchanges, assumptions };
}

/** @param name the session to act on; defaults to the session of the running code */
export function createControl(engine: EngineContext, name?: string): Control {
	const { service, journal, sessions } = engine;
	const currentSession = (): string | undefined => sessions.current(name);
	const own = {
		clock: createClockControl(engine, name),
		session(id: string) {
			requireSessionName(id);
			return createControl(engine, id);
		},

		async sessions() {
			const listed = (await sessions.listUsed()).map(async (each) => ({
				id: each.id,
				openedAt: new Date(each.openedAt).toISOString(),
				idleMs: Math.round(performance.now() - each.lastSeen),
				scenario: each.active.name,
				faults: faultsLeft(each).length,
				requests: (await journal.read(each.id)).length,
			}));
			return Promise.all(listed);
		},
		async deleteSession(id: string) {
			if (!(await sessions.delete(id)))
				throw new ControlError(
					404,
					`Unknown session "${id}": never used, or deleted. List the sessions to see names.`,
				);
		},
		operations: async () =>
			service.operations.map(
				({
					spec: { id, method, path, summary, responses, isUndocumented },
				}) => ({
					...{ id, method, path, summary },
					statuses: Object.keys(responses).map(Number).filter(Boolean),
					isOwn: isUndocumented ?? false,
				}),
			),
		assumptions: async () => service.ledger,
		async usedAssumptions() {
			const only = currentSession();
			const counted = (await sessions.listUsed()).filter(
				({ id }) => only === undefined || id === only,
			);
			return countUsedAssumptions(counted, service.ledger);
		},
	};
	// Each test has a control, and spreading that many methods takes ten times as long.
	const control: Control = Object.assign(
		Object.assign(
			createStateControl(engine, name),
			own,
			createCollectionControl(engine, name),
			createRecordControl(engine, name),
		),
		createJournalControl(engine, name),
		createSessionControl(engine, name),
	);
	announceChanges(control, engine.changes, currentSession);
	return engine.shared?.share(control) ?? control;
}
