import type { EngineContext } from "../engine/context.ts";
import { announceChanges } from "./announce-changes.ts";
import type { Control } from "./control.ts";
import { ControlError } from "./control-error.ts";
import { createFaultControl, faultsLeft } from "./fault-control.ts";
import { createForwardControl } from "./forward-control.ts";
import { createJournalControl } from "./journal-control.ts";
import { createRecordControl } from "./record-control.ts";
import { createSessionAccess } from "./session-access.ts";
import { createStateControl } from "./state-control.ts";
import { countUsedAssumptions } from "./used-assumptions.ts";
import { requireKnownName, requireSessionName } from "./validate-arguments.ts";

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
