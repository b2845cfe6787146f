import type { EngineContext } from "../engine/context.ts";
import type { Session } from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { findTakenIds, identifyFaults } from "../faults/identify-faults.ts";
import { activateFaults, remainingFaults } from "../faults/select-faults.ts";
import { validateFaults } from "../faults/validate-faults.ts";
import { MAX_FAULTS } from "../schemas/generated/limits.ts";
import { announceChanges } from "./announce-changes.ts";
import type { ValidatingControl } from "./control.ts";
import { ControlError } from "./control-error.ts";
import { createForwardControl } from "./forward-control.ts";
import { createJournalControl } from "./journal-control.ts";
import { createRecordControl } from "./record-control.ts";
import { createStateControl } from "./state-control.ts";
import { countUsedAssumptions } from "./used-assumptions.ts";
import { requireKnownName, requireSessionName } from "./validate-arguments.ts";

/** @param name the session to act on; defaults to the session of the running code */
export function createControl(
	engine: EngineContext,
	name?: string,
): ValidatingControl {
	const { service, journal, sessions, presets } = engine;
	const targets = service.operations.map(({ spec }) => spec);
	const currentSession = () => name ?? engine.currentSession();
	const sessionId = () => currentSession() ?? DEFAULT_SESSION;
	const open = () => sessions.open(sessionId(), performance.now());
	const view = <Result>(read: (session: Session) => Result) =>
		sessions.view(sessionId(), performance.now(), read);
	const journalControl = createJournalControl(engine, currentSession);
	const faultsLeft = ({ faults }: Session) =>
		faults.filter(({ left }) => left > 0);
	const currentFaults = () => faultsLeft(open());
	/** Sets valid faults before others of the session, and drops the rest. */
	function insertFaults(given: unknown, others: Session["faults"]): void {
		const read = validateFaults(given, targets);
		const current = others.map(({ fault }) => fault);
		const invalid =
			"invalid" in read ? read.invalid : findTakenIds(read.faults, current);
		if ("invalid" in read || invalid.length > 0)
			throw new ControlError(
				400,
				"Invalid faults. The current faults are unchanged.",
				invalid,
			);
		if (read.faults.length + others.length > MAX_FAULTS)
			throw new ControlError(
				400,
				`Too many faults: the session has ${others.length}, and at most ${MAX_FAULTS} are allowed. Clear them first.`,
			);
		const session = open();
		const added = identifyFaults(read.faults, current, session.lastFaultId);
		session.lastFaultId = added.last;
		sessions.setFaults(session, [...activateFaults(added.faults), ...others]);
	}

	const control: ValidatingControl = {
		...createStateControl(engine, sessionId, journalControl.clearRequests),
		...createRecordControl(engine, () => open().active.stateKey),
		...journalControl,
		...createForwardControl(engine, open, view),
		session(id) {
			requireSessionName(id);
			return createControl(engine, id);
		},

		scenarios: async () => ({
			active: await view(({ active }) => active.name),
			available: Object.entries(presets.scenarios).map(
				([name, { description }]) => ({ name, description }),
			),
		}),
		async setScenario(scenario) {
			requireKnownName("scenario", scenario, Object.keys(presets.scenarios));
			await sessions.setScenario(open(), scenario);
		},
		faults: () => view(({ faults }) => remainingFaults(faults)),
		async setFaults(faults) {
			insertFaults(faults, []);
		},
		async addFaults(faults) {
			insertFaults(faults, currentFaults());
		},
		async removeFault(id) {
			const current = currentFaults();
			const others = current.filter(({ fault }) => fault.id !== id);
			if (others.length === current.length) {
				const ids = current.map(({ fault }) => fault.id);
				throw new ControlError(
					404,
					`Unknown fault "${id}": it was never set, or is used up or removed. ${ids.length > 0 ? `The ids of the faults are ${ids.join(", ")}.` : "No faults are set."}`,
				);
			}
			sessions.setFaults(open(), others);
		},
		async clearFaults() {
			sessions.setFaults(open(), []);
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
			const only = currentSession();
			const counted = sessions
				.list()
				.filter(({ id }) => only === undefined || id === only);
			return countUsedAssumptions(counted, service.ledger);
		},
	};
	const announced = announceChanges(control, engine.changes, currentSession);
	return { ...control, ...announced };
}
