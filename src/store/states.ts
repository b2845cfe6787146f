import { startOf } from "./clock.ts";
import {
	type Collections,
	countRecords,
	type RecordChange,
} from "./collection.ts";
import type { Dataset, Origin, Store, StoreOptions } from "./store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	findLastUlid,
	type WriteContextState,
} from "./write-context.ts";

/** A state without its records. */
export interface StateHead {
	readonly origin: Origin;
	readonly writes: WriteContextState;
}

/** A state with its records. */
export interface WholeState extends StateHead {
	readonly collections: Collections;
}

/** What becomes of a state. */
export interface StateChange {
	/** The clock, ids and random numbers after the change. */
	readonly writes: WriteContextState;
	readonly changes?: readonly RecordChange[];
	/** The records that replace all others. */
	readonly dataset?: Dataset;
	/** Set if the state begins anew: from this origin, or with `dataset`. */
	readonly origin?: Origin;
}

/** What a caller gets, and the change that it makes; without `writes`, none. */
export type Composed<Result> = { readonly result: Result } & (
	| StateChange
	| { readonly writes?: never }
);

/** The states of a store, as a driver keeps them. */
export interface States
	extends Pick<
		Store,
		| "observe"
		| "observations"
		| "snapshot"
		| "snapshots"
		| "restore"
		| "deleteSnapshot"
		| "origin"
		| "hasRecords"
		| "drop"
		| "unload"
		| "close"
	> {
	/** Calls `act` with a state as it is now, before anything else can change it. */
	use<Result>(
		session: string,
		act: (state: WholeState) => Result,
	): Promise<Result>;
	/** Changes a state. If another mock changes the state meanwhile, composes again. */
	change<Result>(
		session: string,
		compose: (state: WholeState) => Composed<Result>,
	): Promise<Result>;
	/** Changes a state whose records need not be loaded. */
	changeHead<Result>(
		session: string,
		compose: (state: StateHead) => Composed<Result>,
	): Promise<Result>;
}

/** Returns the state that begins from an origin. */
export const createHead = (
	origin: Origin,
	options: StoreOptions,
): StateHead => ({
	origin,
	writes: createWriteContextState(origin.seed, startOf(origin, options)),
});

/** Replaces the records of a state. Later ids sort after the ids of these records. */
export const fillWith = (
	{ writes }: StateHead,
	dataset: Dataset,
): StateChange & { readonly dataset: Dataset } => ({
	dataset,
	writes: advancePastUlid(writes, findLastUlid(dataset)),
});

/** Whether one of the collections has records. */
export const hasAny = (
	collections: Collections | undefined,
	names: readonly string[],
): boolean =>
	names.some((name) => {
		const collection = collections?.[name];
		return collection !== undefined && countRecords(collection) > 0;
	});
