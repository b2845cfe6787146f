import { createControlClient as createClient } from "../control/client/client.ts";
import type { ControlClientOptions } from "../control/client/http-client.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import type { Registered } from "../service/shipped-service.ts";
import type { TypedControl } from "../testing/service-types.ts";

export type { ControlClientOptions } from "../control/client/http-client.ts";
export type { ClockControl, ClockInfo } from "../control/clock-control.ts";
export type {
	CollectionInfo,
	RecordsFilter,
	RecordsPage,
} from "../control/collection-control.ts";
export type {
	Control,
	OperationInfo,
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
export type {
	Datasets,
	ResetOrigin,
	StateDump,
} from "../control/state-control.ts";
export type { Change } from "../engine/changes.ts";
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
export type { TypedControl } from "../testing/service-types.ts";

/**
 * Controls a mock in another process, with the same interface as `mock.control`.
 * @example
 * const control = createControlClient({ url: "http://127.0.0.1:4010", session: "checkout" });
 * await control.setScenario("slow");
 * @throws ControlError for an invalid URL, session name or token
 */
export const createControlClient: <Types extends ServiceTypes = Registered>(
	options: ControlClientOptions,
) => TypedControl<Types> = createClient;
