export { createControlClient } from "../control/client/client.ts";
export type { ControlClientOptions } from "../control/client/http-client.ts";
export type {
	Control,
	SessionInfo,
	UsedAssumptions,
} from "../control/control.ts";
export { ControlError } from "../control/control-error.ts";
export type {
	ControlEvent,
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
export type {
	ForwardControl,
	ForwardInfo,
	Scenarios,
} from "../control/session-control.ts";
export type { ResetOrigin, StateDump } from "../control/state-control.ts";
export type { Change } from "../engine/context.ts";
export type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
export type { InvalidPlace, LedgerEntry } from "../engine/model/service.ts";
export type { DelayTime, Effect, Fault } from "../faults/fault.ts";
export type { SetFault } from "../faults/validate-faults.ts";
export type {
	JournalEntry,
	JournalFilter,
	JournalMessage,
	JournalResponse,
	NearOperation,
	Violation,
} from "../journal/entry.ts";
