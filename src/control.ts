export {
	type ControlClientOptions,
	createControlClient,
} from "./control/client.ts";
export type { DelayTime, Effect, Fault } from "./faults/fault.ts";
export type {
	JournalEntry,
	JournalFilter,
	JournalMessage,
	NearOperation,
} from "./journal/entry.ts";
export type { Control, Scenarios, SessionInfo } from "./mock/control.ts";
export { ControlError } from "./mock/control-error.ts";
export type { RequestsFilter, RequestsPage } from "./mock/control-journal.ts";
export type { ResetOrigin, StateDump } from "./mock/control-state.ts";
export type { RestedOn } from "./mock/rested-on.ts";
export type { InvalidPlace, LedgerEntry } from "./mock/service.ts";
