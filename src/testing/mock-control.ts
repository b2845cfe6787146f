import type { Control } from "../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
import type { Fault } from "../faults/fault.ts";
import type { JournalEntry, JournalFilter } from "../journal/entry.ts";
import type { Origin } from "../store/store.ts";
import {
	type AnswerOfAll,
	type AnswerStatus,
	type AnyAnswer,
	type BodyOf,
	type ForcedAnswer,
	faultsOf,
	type KnownOperation,
	type ListedAnswer,
} from "./answer.ts";
import type { OperationIdOf, ServiceTypes, StateOf } from "./service-types.ts";

/** Which exchanges are meant, by an operation that there is. */
type FilterOf<Filter extends JournalFilter, Types extends ServiceTypes> = Omit<
	Filter,
	"operation"
> & {
	readonly operation?: OperationIdOf<Types> | undefined;
};

/** What a test asks of a mock, and tells it; `control` has the rest. */
export interface MockControl<Types extends ServiceTypes> {
	/** Everything that can be asked of the mock, the same as over HTTP and from the shell. */
	readonly control: Control;

	/** What the mock received, newest first. */
	requests(filter?: FilterOf<RequestsFilter, Types>): Promise<RequestsPage>;
	countRequests(filter?: FilterOf<JournalFilter, Types>): Promise<number>;
	/** Those that no operation matched, newest first, each with the operations it came closest to. */
	unmatchedRequests(): Promise<readonly JournalEntry[]>;
	clearRequests(): Promise<void>;

	/**
	 * Answers an operation otherwise, before the scenario and what was set earlier: `answer("listZaps", 503)`. Without a
	 * body it is the one that the document shows for the status. `clearFaults` ends it.
	 * @throws RangeError for an unknown operation, or a status below 500 that the document does not list
	 * @throws ControlError for an answer that cannot be
	 */
	answer<
		Id extends OperationIdOf<Types>,
		Status extends AnswerStatus<Types, Id>,
	>(operation: Id, status: Status): Promise<void>;
	answer<
		Id extends OperationIdOf<Types>,
		Status extends AnswerStatus<
			Types,
			Id
		> = Types["operations"][Id]["success"] & AnswerStatus<Types, Id>,
	>(
		operation: Id,
		answer: ListedAnswer<Status, BodyOf<Types, Id, Status>>,
	): Promise<void>;
	answer<Id extends OperationIdOf<Types>>(
		operation: Id,
		answer: ForcedAnswer,
	): Promise<void>;
	/** The same of every operation: `answer("*", 503)`. */
	answer(operation: "*", answer: AnswerOfAll): Promise<void>;
	/** @throws ControlError where there is no such scenario */
	setScenario(name: string): Promise<void>;
	/**
	 * Puts these in place of those set before, answers included.
	 * @throws ControlError for a fault that cannot be
	 */
	setFaults(
		faults: readonly (Fault & {
			readonly operation: OperationIdOf<Types> | "*";
		})[],
	): Promise<void>;
	clearFaults(): Promise<void>;

	/** Every record there is, by collection, newest first. */
	state(): Promise<StateOf<Types>>;
	/**
	 * Puts these records in place of all there are; an absent collection becomes empty.
	 * @throws ControlError where a record is not as the document describes it; then nothing was replaced
	 */
	setState(state: Partial<StateOf<Types>>): Promise<void>;
	/**
	 * Back to a dataset, a seed and the clock's start: to those it began with where none are named.
	 * @throws ControlError for an unknown dataset, or a seed that is no whole number
	 */
	reset(origin?: Partial<Origin>): Promise<void>;
	/** Puts everything back to what the run, or the mock, began with: state, scenario, faults, snapshots, requests and handlers. */
	resetAll(): Promise<void>;
	/** Keeps the state as it is now. @returns the id to restore it by */
	snapshot(): Promise<string>;
	/** @throws ControlError where there is no such snapshot */
	restore(id: string): Promise<void>;
}

/** @param control of one session, or of that of the running code */
export function createMockControl<Types extends ServiceTypes>(
	control: Control,
	operations: readonly KnownOperation[],
): MockControl<Types> {
	const { requests, countRequests, unmatchedRequests, clearRequests } = control;
	const { setScenario, setFaults, clearFaults } = control;
	const { state, setState, reset, snapshot, restore } = control;
	return {
		control,
		requests,
		countRequests,
		unmatchedRequests,
		clearRequests,
		async answer(operation: string, answer: AnyAnswer) {
			await control.addFaults(faultsOf(operations, operation, answer));
		},
		setScenario,
		setFaults,
		clearFaults,
		// The types are made from the document, by which the mock makes and checks its records.
		state: state as MockControl<Types>["state"],
		setState,
		reset,
		resetAll: () => reset({ all: true }),
		snapshot,
		restore,
	};
}
