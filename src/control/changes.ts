import type { Change } from "../engine/changes.ts";
import type { ControlMethod } from "./methods.ts";

const STATE = ["state"] as const;
const FAULTS = ["faults"] as const;
const FORWARD = ["forward"] as const;

/** What others have to load again after a call of a method. Apart from the requests, which pages do not need. */
export const CHANGES: Readonly<
	Partial<Record<ControlMethod, readonly Change["subject"][]>>
> = {
	clearRequests: ["journal"],
	// A scenario with a dataset has a state and snapshots of its own.
	setScenario: ["scenario", "state", "snapshots"],
	setFaults: FAULTS,
	addFaults: FAULTS,
	removeFault: FAULTS,
	clearFaults: FAULTS,
	setForward: FORWARD,
	clearForward: FORWARD,
	"clock.set": STATE,
	"clock.advance": STATE,
	"clock.freeze": STATE,
	setState: STATE,
	addRecord: STATE,
	updateRecord: STATE,
	removeRecord: STATE,
	reset: STATE,
	snapshot: ["snapshots"],
	restore: STATE,
	deleteSnapshot: ["snapshots"],
	deleteSession: ["session"],
};
