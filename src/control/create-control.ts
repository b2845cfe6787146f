import type { Changes, EngineContext } from "../engine/context.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { isObject } from "../values/json.ts";
import type { Control } from "./control.ts";
import {
	ControlError,
	requireKnownName,
	requireSessionName,
} from "./control-error.ts";
import { createFaultControl, faultsLeft } from "./fault-control.ts";
import { createForwardControl } from "./forward-control.ts";
import { createJournalControl } from "./journal-control.ts";
import { listMethods } from "./methods.ts";
import { createRecordControl } from "./record-control.ts";
import { createSessionAccess } from "./session-access.ts";
import { createStateControl } from "./state-control.ts";
import { countUsedAssumptions } from "./used-assumptions.ts";

/** What a reset with `all` changes. */
const WHOLE_RESET = ["session", "journal"] as const;

/**
 * Returns the control with methods that announce what they have changed.
 * @param currentSession returns the name of the session that the control acts on, if it has one
 */
export function announceChanges(
	control: Control,
	{ announce }: Changes,
	currentSession: () => string | undefined,
): Control {
	const announcing = { ...control };
	for (const [name, { changes = [] }] of listMethods()) {
		if (changes.length === 0) continue;
		const run = async (...args: readonly unknown[]): Promise<unknown> => {
			const [first] = args;
			const current = currentSession();
			const result: unknown = await Reflect.apply(control[name], control, args);
			const isWhole = name === "reset" && isObject(first) && first.all === true;
			for (const subject of isWhole ? WHOLE_RESET : changes) {
				// Without a name, a control acts on the default session, but on the journal of all.
				const all = subject === "journal" ? null : DEFAULT_SESSION;
				const session = name === "deleteSession" ? String(first) : current;
				announce({ session: session ?? all, subject });
			}
			return result;
		};
		Object.assign(announcing, { [name]: run });
	}
	return announcing;
}

/** @param name the session to act on; defaults to the session of the running code */
export function createControl(engine: EngineContext, name?: string): Control {
	const { service, journal, sessions, presets } = engine;
	const session = createSessionAccess(engine, name);
	const journalControl = createJournalControl(engine, session.current);
	const control: Control = {
		...createStateControl(engine, session, journalControl.clearRequests),
		...createRecordControl(engine, () => session.open().active.stateKey),
		...journalControl,
		...createForwardControl(engine, session),
		...createFaultControl(engine, session),
		session(id) {
			requireSessionName(id);
			return createControl(engine, id);
		},

		scenarios: async () => ({
			active: await session.view(({ active }) => active.name),
			available: Object.entries(presets.scenarios).map(
				([name, { description }]) => ({ name, description }),
			),
		}),
		async setScenario(scenario) {
			requireKnownName("scenario", scenario, Object.keys(presets.scenarios));
			await sessions.setScenario(session.open(), scenario);
		},
		async sessions() {
			const now = performance.now();
			return sessions.list().map((each) => ({
				id: each.id,
				openedAt: new Date(each.openedAt).toISOString(),
				idleMs: Math.round(now - each.lastSeen),
				scenario: each.active.name,
				faults: faultsLeft(each).length,
				requests: journal.read(each.id).length,
			}));
		},
		async deleteSession(id) {
			if (!(await sessions.delete(id)))
				throw new ControlError(
					404,
					`Unknown session "${id}": it was never used, or is already deleted. List the sessions to see their names.`,
				);
		},
		assumptions: async () => service.ledger,
		async usedAssumptions() {
			const only = session.current();
			const counted = sessions
				.list()
				.filter(({ id }) => only === undefined || id === only);
			return countUsedAssumptions(counted, service.ledger);
		},
	};
	return announceChanges(control, engine.changes, session.current);
}
