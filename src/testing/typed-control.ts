import type { Control } from "../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
import type { ResetOrigin } from "../control/state-control.ts";
import type { FaultOf } from "../faults/fault.ts";
import type { JournalFilter } from "../journal/entry.ts";
import type { OperationIdOf, ServiceTypes } from "./service-types.ts";

/** A journal filter that accepts only known operations. */
export type FilterOf<
	Filter extends JournalFilter,
	Types extends ServiceTypes,
> = Omit<Filter, "operation"> & {
	readonly operation?: OperationIdOf<Types> | undefined;
};

/** Where a reset starts from, with the names of the service. */
export type OriginOf<Types extends ServiceTypes> = Omit<
	ResetOrigin,
	"dataset"
> & { readonly dataset?: Types["datasets"] | undefined };

type CurrentFault = Awaited<ReturnType<Control["faults"]>>[number];

/** A control that accepts only known operations, and completes the names of datasets and scenarios. */
export interface TypedControl<Types extends ServiceTypes> extends Control {
	session(id: string): TypedControl<Types>;
	requests(filter?: FilterOf<RequestsFilter, Types>): Promise<RequestsPage>;
	countRequests(filter?: FilterOf<JournalFilter, Types>): Promise<number>;
	reset(origin?: OriginOf<Types>): Promise<void>;
	setScenario(name: Types["scenarios"]): Promise<void>;
	faults(): Promise<readonly (CurrentFault & FaultOf<OperationIdOf<Types>>)[]>;
	setFaults(faults: readonly FaultOf<OperationIdOf<Types>>[]): Promise<void>;
	addFaults(faults: readonly FaultOf<OperationIdOf<Types>>[]): Promise<void>;
}
