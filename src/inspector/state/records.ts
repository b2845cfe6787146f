import type { StateDump } from "../../control/state-control.ts";

/** The records of a collection, newest first. */
export type Records = StateDump[string];

export type StoredRecord = Records[number];
