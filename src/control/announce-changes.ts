import type { Change, Changes } from "../engine/changes.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { isObject } from "../values/is-object.ts";
import type { ValidatingControl } from "./control.ts";

/** The methods that change nothing. */
type Read =
	| "assumptions"
	| "countRequests"
	| "events"
	| "faults"
	| "follow"
	| "forward"
	| "requests"
	| "scenarios"
	| "session"
	| "sessions"
	| "snapshots"
	| "state"
	| "unmatchedRequests"
	| "usedAssumptions";

type Write = Omit<ValidatingControl, Read>;

/**
 * Returns the methods, which then announce what they have changed.
 * @param currentSession returns the name of the session that the control acts on, if it has one
 */
export function announceChanges(
	control: Write,
	{ announce }: Changes,
	currentSession: () => string | undefined,
): Write {
	const announcing =
		<Args extends readonly unknown[], Result>(
			run: (...args: Args) => Promise<Result>,
			...subjects: readonly Change["subject"][]
		) =>
		async (...args: Args): Promise<Result> => {
			const name = currentSession();
			const result = await run(...args);
			for (const subject of subjects) {
				// Without a name, a control acts on the default session, but on the journal of all.
				const all = subject === "journal" ? null : DEFAULT_SESSION;
				announce({ session: name ?? all, subject });
			}
			return result;
		};
	const reset = announcing(control.reset, "state");
	const resetAll = announcing(control.reset, "session", "journal");

	return {
		// A scenario with a dataset has a state and snapshots of its own.
		setScenario: announcing(
			control.setScenario,
			"scenario",
			"state",
			"snapshots",
		),
		setFaults: announcing(control.setFaults, "faults"),
		addFaults: announcing(control.addFaults, "faults"),
		removeFault: announcing(control.removeFault, "faults"),
		clearFaults: announcing(control.clearFaults, "faults"),
		setForward: announcing(control.setForward, "forward"),
		clearForward: announcing(control.clearForward, "forward"),
		setState: announcing(control.setState, "state"),
		addRecord: announcing(control.addRecord, "state"),
		updateRecord: announcing(control.updateRecord, "state"),
		removeRecord: announcing(control.removeRecord, "state"),
		restore: announcing(control.restore, "state"),
		snapshot: announcing(control.snapshot, "snapshots"),
		deleteSnapshot: announcing(control.deleteSnapshot, "snapshots"),
		clearRequests: announcing(control.clearRequests, "journal"),
		reset: (origin) =>
			isObject(origin) && origin.all === true
				? resetAll(origin)
				: reset(origin),
		async deleteSession(id) {
			await control.deleteSession(id);
			announce({ session: id, subject: "session" });
		},
	};
}
