import type { Observation } from "../values/exposition.ts";
import type { WriteContext } from "./write-context.ts";

/** A record of a collection: a JSON object with an id. */
export interface StoredRecord {
	readonly id: string;
}

/** The names of the id properties by collection. The name in other collections is `id`. */
export type IdProperties = Readonly<Record<string, string>>;

/**
 * Returns the number of records that a collection has ever had.
 * @param firstId the id of the first record, if ids are consecutive numbers. Then the result is high enough to make
 * the next id unique.
 */
export type CountCreated = (collection: string, firstId?: number) => number;

/** Whether a collection has a record with this id. */
export type HasRecord = (collection: string, id: string) => boolean;

/** Records, the oldest first. They may be created on first access. An array is a sequence. */
export interface Sequence<Item> {
	readonly length: number;
	at(index: number): Item | undefined;
}

/** A whole state, by collection. */
export type Dataset = Readonly<Record<string, Sequence<StoredRecord>>>;

/** The dataset and the seed that a session starts with. */
export interface Origin {
	/** The name of the dataset. */
	readonly dataset: string;
	/** A whole number that determines data, ids and random numbers. */
	readonly seed: number;
	/** Where the clock starts; defaults to the start of the store. */
	readonly clock?: OriginClock;
}

/** The clock of an origin. */
export interface OriginClock {
	/** The time of the first write, in milliseconds since the epoch; null for a clock that runs. */
	readonly start: number | null;
	/** The time of the newest record of the dataset, in milliseconds since the epoch. */
	readonly end: number;
}

/** The input for building a dataset. */
export interface DatasetContext {
	readonly seed: number;
	/** The time of the newest record, in milliseconds since the epoch. */
	readonly now: number;
}

/** The searchable values of a record. */
export interface Facets {
	/** Values that are compared exactly. */
	readonly keys: Readonly<Record<string, string | readonly string[]>>;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The time from which searches find the record, in milliseconds since the epoch. By default, at once. */
	readonly visibleAt?: number;
	/** The texts that a search looks in, ignoring case. */
	readonly texts: readonly string[];
}

/** The conditions of a search. A record must match all of them. */
export interface Query {
	/** Of several values, a record must have one. */
	readonly keys?: Readonly<Record<string, string | readonly string[]>>;
	/** Inclusive, milliseconds since the epoch. */
	readonly from?: number;
	/** Exclusive, milliseconds since the epoch. */
	readonly to?: number;
	readonly text?: string;
	/** Whether the case of the text matters; by default it does not. */
	readonly isCaseSensitive?: boolean;
}

/** The current version of a record. The first version is 1, and each update adds 1. */
export interface Versioned {
	readonly record: StoredRecord;
	readonly version: number;
	/** The creation sequence. */
	readonly sequence: number;
}

/** The record that a write changes, with the version that the writer has read. */
export interface Target {
	readonly collection: string;
	readonly id: string;
	readonly version: number;
}

/**
 * The position of a record in its collection. The creation sequence counts records from 0. The sequence of a removed
 * record is not used again.
 */
export interface Position {
	readonly sequence: number;
	readonly id: string;
}

export interface PageRequest {
	readonly limit: number;
	/** The last record of the previous page. It may have been removed meanwhile. */
	readonly after?: Position;
	readonly where?: Query;
	readonly isOldestFirst?: boolean;
}

export interface Page<Item> {
	readonly items: readonly Item[];
	/** The position after which the next page continues; null on the last page. */
	readonly next: Position | null;
}

/** The records that one write adds, at most one per collection. */
export type Additions = Readonly<Partial<Record<string, StoredRecord>>>;

/** Creates the records of a write. A shared store calls it again if another mock has written meanwhile. */
export type ComposeAppend<Result, Added = Additions> = (
	context: WriteContext,
	countCreated: CountCreated,
	hasRecord: HasRecord,
) => { add: Added; result: Result };

/** Creates what becomes of a record, as `ComposeAppend` does. */
export type ComposeChange<Result> = (
	context: WriteContext,
	countCreated: CountCreated,
) => { to: StoredRecord | null; add?: Additions; result: Result };

/**
 * The states of all sessions. A session is created on first use, and starts with its dataset. Every driver passes the
 * conformance suite in `test/conformance/store`.
 */
export interface Store {
	/**
	 * Adds the records that `compose` creates with the clock, ids and random numbers of the session, in one atomic step.
	 */
	append<Result>(
		session: string,
		compose: ComposeAppend<Result>,
	): Promise<Result>;
	/**
	 * Updates a record, or removes it if `to` is null, and adds other records, in one atomic step. If the record does
	 * not exist or has another version, returns undefined and changes nothing.
	 */
	change<Result>(
		session: string,
		target: Target,
		compose: ComposeChange<Result>,
	): Promise<{ readonly result: Result } | undefined>;
	/** Returns a record; undefined if no record has this id. */
	get(
		session: string,
		collection: string,
		id: string,
	): Promise<Versioned | undefined>;
	/** Returns a page, newest first; undefined if `after` was never a record of the collection. */
	page(
		session: string,
		collection: string,
		request: PageRequest,
	): Promise<Page<StoredRecord> | undefined>;
	count(session: string, collection: string): Promise<number>;
	/** Counts one exchange. Returns undefined if the call is synchronous. */
	observe(
		session: string,
		labels: Readonly<Record<string, string>>,
		seconds: number,
	): Promise<void> | undefined;
	/** Returns the observations in the order of their first occurrence. */
	observations(session: string): Promise<readonly Observation[]>;
	/** Draws `count` random numbers of the session, at least 0 and less than 1. */
	drawFractions(session: string, count: number): Promise<readonly number[]>;
	/** Returns the whole current state. */
	read(session: string): Promise<Dataset>;
	/** Replaces the whole state. Later ids sort after the ids in it. */
	replace(session: string, dataset: Dataset): Promise<void>;
	/** Saves the current state, and returns the id of the snapshot. */
	snapshot(session: string): Promise<string>;
	/** Returns the ids of the snapshots, oldest first. */
	snapshots(session: string): Promise<readonly string[]>;
	/** Returns false if the session has no such snapshot. */
	restore(session: string, snapshot: string): Promise<boolean>;
	/** Returns false if the session has no such snapshot. */
	deleteSnapshot(session: string, snapshot: string): Promise<boolean>;
	/** Returns the origin of the session, or of its last reset. */
	origin(session: string): Promise<Origin>;
	/**
	 * Whether a session has records of one of the collections, in its state or in a snapshot. Does not build a dataset.
	 */
	hasRecords(session: string, collections: readonly string[]): boolean;
	/** Changes how records are read. If the bounds differ, observations start again. */
	follow(
		options: Pick<StoreOptions, "facets" | "idProperties" | "buckets">,
	): void;
	/** Resets the session to a dataset, a seed and the start of the clock. Omitted values stay the same. */
	reset(session: string, origin?: Partial<Origin>): Promise<void>;
	/** Deletes the session and its snapshots. Calls that still wait for its dataset leave no data. */
	drop(session: string): Promise<void>;
	/** Creates an empty store with the same options. It keeps everything in memory. */
	createEmpty(): Store;
	/** Frees the memory of an unused session, if the store also keeps the session elsewhere. */
	unload(session: string): void;
	close(): Promise<void>;
}

/** The input of a driver. */
export interface StoreOptions {
	/** Builds the initial state of a session. Equal origins lead to equal states. */
	readonly load: (origin: Origin) => Promise<Dataset>;
	/** Returns the origin of a new session. */
	readonly originOf: (session: string) => Origin;
	/** By collection, returns the searchable values of a record. Other collections are not searchable. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	readonly idProperties?: IdProperties | undefined;
	/** The start time of each session; undefined to use `now`. */
	readonly start: number | undefined;
	readonly now: () => number;
	/** The upper bounds of the histogram, in seconds, ascending. */
	readonly buckets: readonly number[];
}
