import type { Control } from "../control/control.ts";
import type {
	RequestsFilter,
	RequestsPage,
} from "../control/journal-control.ts";
import type { ResetOrigin } from "../control/state-control.ts";
import type { OperationModel } from "../engine/model/service.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { FaultOf } from "../faults/fault.ts";
import type { JournalFilter } from "../journal/entry.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";

/** A matcher like `expect.any(String)`. The property is optional, because Playwright's type of matchers is a record. */
interface AsymmetricMatcher {
	readonly asymmetricMatch?: (actual: unknown) => boolean;
}

/** A partial value: objects may omit properties, but arrays must have all items. A matcher may replace any value. */
export type Part<Value> =
	| AsymmetricMatcher
	| (Value extends readonly (infer Item)[]
			? readonly Part<Item>[]
			: Value extends object
				? { readonly [Name in keyof Value]?: Part<Value[Name]> }
				: Value);

/** All records by collection, newest first. */
export type StateOf<Types extends ServiceTypes> = {
	readonly [Name in keyof Types["collections"]]: readonly Types["collections"][Name][];
};

/** A journal filter that accepts only known operations. */
export type FilterOf<
	Filter extends JournalFilter,
	Types extends ServiceTypes,
> = Omit<Filter, "operation"> & {
	readonly operation?: OperationNameOf<Types> | undefined;
};

/** The dataset and the seed for a reset, with the names of the service. */
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
	faults(): Promise<
		readonly (CurrentFault & FaultOf<OperationNameOf<Types>>)[]
	>;
	setFaults(faults: readonly FaultOf<OperationNameOf<Types>>[]): Promise<void>;
	addFaults(faults: readonly FaultOf<OperationNameOf<Types>>[]): Promise<void>;
}

/** The property of a mock that contains the operations of its document, for `toHaveReceived`. */
export const OPERATIONS: unique symbol = Symbol("operations");

/**
 * Rejects misspelled names, which would otherwise have no effect.
 * @throws TypeError for an unknown property
 */
export function requireKnown(
	what: `${string} property`,
	names: readonly string[],
	available: readonly string[],
): void {
	const unknown = names.find((name) => !available.includes(name));
	if (unknown !== undefined)
		throw new TypeError(describeUnknownName(what, unknown, available));
}

/**
 * Rejects an unknown operation.
 * @param others names that are also allowed
 * @throws RangeError for an unknown operation
 */
export function requireOperation(
	specs: readonly OperationModel[],
	name: string,
	others: readonly string[] = [],
): void {
	const available = [...specs.map(({ id }) => id), ...others];
	if (available.includes(name)) return;
	throw new RangeError(describeUnknownName("operation", `${name}`, available));
}
