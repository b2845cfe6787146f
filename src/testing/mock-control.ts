import type { ClockControl } from "../control/clock-control.ts";
import type { Control } from "../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
import type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { FaultOf } from "../faults/fault.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import { describeLastExchanges } from "./describe-received.ts";
import {
	type FilterOf,
	OPERATIONS,
	type OriginOf,
	type StateOf,
	type TypedControl,
} from "./service-types.ts";
import {
	type AnyStub,
	type StubName,
	type StubOf,
	type StubStatus,
	type SuccessStatus,
	toFaults,
} from "./stub-response.ts";

/** Settings of forwarding that accept only known operations. */
type ForwardOf<Types extends ServiceTypes> = Omit<
	ForwardSettings,
	"only" | "except"
> & {
	readonly only?: readonly OperationNameOf<Types>[] | undefined;
	readonly except?: readonly OperationNameOf<Types>[] | undefined;
};

/** The methods that tests use most. `control` has all others. */
export interface MockControl<Types extends ServiceTypes> {
	/** The complete control interface, the same as over HTTP and on the command line. */
	readonly control: TypedControl<Types>;

	/** Returns the requests that the mock received, newest first. */
	requests(filter?: FilterOf<RequestsFilter, Types>): Promise<RequestsPage>;
	countRequests(filter?: FilterOf<JournalFilter, Types>): Promise<number>;
	/** Returns the requests that matched no operation, newest first, each with the operations closest to it. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;
	/** Describes the last exchanges, to print when a test has failed: requests, statuses, reasons of rejections, and assumptions. */
	describe(): Promise<string>;

	/**
	 * Replaces the response of an operation: `answer("listZaps", 503)`. Takes precedence over the scenario and over
	 * earlier faults. The body defaults to the example in the OpenAPI document. `clearFaults` restores the usual response.
	 * `answer("*", 503)` replaces the responses of all operations. A body that violates the document is sent, and the
	 * journal shows the violations, unless the response has `force: true`.
	 * @throws RangeError for an unknown operation, or a status below 500 that the OpenAPI document does not list
	 * @throws ControlError for an invalid response
	 */
	answer<
		Id extends string,
		Status extends StubStatus<Types, Id> = SuccessStatus<Types, Id>,
	>(
		operation: StubName<Types, Id>,
		response: StubOf<Types, Id, Status>,
	): Promise<void>;
	/** @throws ControlError for an unknown scenario */
	setScenario(name: Types["scenarios"]): Promise<void>;
	/**
	 * Replaces all faults, including those set by `answer`.
	 * @throws ControlError for an invalid fault
	 */
	setFaults(faults: readonly FaultOf<OperationNameOf<Types>>[]): Promise<void>;
	clearFaults(): Promise<void>;
	/**
	 * Lets a real service respond to operations: `forward({ url, only: ["listZaps"] })`. Each exchange is checked
	 * against the OpenAPI document. Omitted properties keep their values, except `only` and `except`, which are always
	 * reset. `forward(false)` lets the mock respond to all operations.
	 * @throws ControlError for invalid settings
	 */
	forward(settings: ForwardOf<Types> | false): Promise<void>;

	/** Reads the clock, or changes it: `clock.set("2030-01-01T00:00:00Z")`, `clock.advance("2h")`, `clock.freeze()`. */
	readonly clock: ClockControl;
	/** Returns all records by collection, newest first. */
	state(): Promise<StateOf<Types>>;
	/**
	 * Replaces all records. Omitted collections become empty.
	 * @throws ControlError for an invalid record. Then the state is unchanged.
	 */
	setState(state: Partial<StateOf<Types>>): Promise<void>;
	/**
	 * Resets the state and the clock. Dataset, seed and clock default to those with which the state started.
	 * @throws ControlError for an unknown dataset, a seed that is not a whole number, or an invalid clock
	 */
	reset(origin?: Omit<OriginOf<Types>, "all">): Promise<void>;
	/**
	 * Resets everything to the start of the run or of the mock: state, scenario, faults, snapshots, requests and
	 * handlers.
	 */
	resetAll(): Promise<void>;
	/** Saves the current state. @returns the id for `restore` */
	snapshot(): Promise<string>;
	/** @throws ControlError for an unknown snapshot */
	restore(id: string): Promise<void>;
}

export function createMockControl<Types extends ServiceTypes>(
	control: Control,
	specs: readonly OperationModel[],
): MockControl<Types> {
	return {
		control,
		requests: control.requests,
		countRequests: control.countRequests,
		unmatchedRequests: control.unmatchedRequests,
		clearRequests: control.clearRequests,
		describe: async () => describeLastExchanges(await control.requests()),
		answer: async (operation: string, response: AnyStub) =>
			control.addFaults(toFaults(specs, operation, response)),
		setScenario: control.setScenario,
		setFaults: control.setFaults,
		clearFaults: control.clearFaults,
		forward: (settings) =>
			settings === false
				? control.clearForward()
				: control.setForward(settings),
		clock: control.clock,
		// The mock creates and validates its records by the OpenAPI document that the types come from.
		state: control.state as MockControl<Types>["state"],
		setState: control.setState,
		reset: control.reset,
		resetAll: () => control.reset({ all: true }),
		snapshot: control.snapshot,
		restore: control.restore,
		...{ [OPERATIONS]: specs },
	};
}
