import type { WriteContext } from "./write-context.ts";

/** Anything kept in a collection: a JSON object with an id. */
export interface StoredRecord {
	readonly id: string;
}

/** The names of the properties with the id of a record, by collection. Those of other collections are `id`. */
export type IdProperties = Readonly<Record<string, string>>;

/**
 * Returns how many records a collection has had.
 * @param firstId that of the first record, if ids are counted: then at least as many that the next id is new
 */
export type CountCreated = (collection: string, firstId?: number) => number;

/** Records, oldest first. They may be created on first access. An array is a sequence. */
export interface Sequence<Item> {
	readonly length: number;
	at(index: number): Item | undefined;
}

/** A whole state, by collection. */
export type Dataset = Readonly<Record<string, Sequence<StoredRecord>>>;

/** What a session starts from. */
export interface Origin {
	/** The name of the dataset. */
	readonly dataset: string;
	/** The whole number that determines data, ids and random numbers. */
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

/** What a dataset is built from. */
export interface DatasetContext {
	readonly seed: number;
	/** The time of the newest record, in milliseconds since the epoch. */
	readonly now: number;
}

/** What a search sees of a record. */
export interface Facets {
	/** Compared exactly. */
	readonly keys: Readonly<Record<string, string>>;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** When searches begin to find the record, in milliseconds since the epoch; at once by default. */
	readonly visibleAt?: number;
	/** Searched for text, ignoring case. */
	readonly texts: readonly string[];
}

/** Conditions; a record has to meet all of them. */
export interface Query {
	readonly keys?: Readonly<Record<string, string>>;
	/** Inclusive, milliseconds since the epoch. */
	readonly from?: number;
	/** Exclusive, milliseconds since the epoch. */
	readonly to?: number;
	readonly text?: string;
	/** Whether the case of the text matters; by default it does not. */
	readonly isCaseSensitive?: boolean;
}

/** A record as it is now. Its version is 1, and one more after each update. */
export interface Versioned {
	readonly record: StoredRecord;
	readonly version: number;
	/** The creation sequence. */
	readonly sequence: number;
}

/** The record that a write changes, in the version that the writer has seen. */
export interface Target {
	readonly collection: string;
	readonly id: string;
	readonly version: number;
}

/**
 * The place of a record in its collection. The creation sequence counts the records from 0, and no record takes the
 * place of another that was removed.
 */
export interface Position {
	readonly sequence: number;
	readonly id: string;
}

export interface PageRequest {
	readonly limit: number;
	/** The last record of the previous page, which may have been removed since. */
	readonly after?: Position;
	readonly where?: Query;
}

export interface Page<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	/** Where the next page continues; null on the last page. */
	readonly next: Position | null;
}

/** The records that one write adds, at most one per collection. */
export type Additions = Readonly<Partial<Record<string, StoredRecord>>>;

/** The durations of all exchanges with the same labels. */
export interface Observation {
	readonly labels: Readonly<Record<string, string>>;
	readonly count: number;
	/** Seconds. */
	readonly sum: number;
	/** For each bound of the histogram, how many exchanges took at most that long. */
	readonly buckets: readonly number[];
}

/**
 * The state of every session. A session exists as soon as it is used, and starts from its dataset.
 * Every driver passes the conformance suite in `test/conformance/store`.
 */
export interface Store {
	/** Adds the records that `compose` creates with the clock, ids and random numbers of the session, in one atomic step. */
	append<Result>(
		session: string,
		compose: (
			context: WriteContext,
			countCreated: CountCreated,
		) => { add: Additions; result: Result },
	): Promise<Result>;
	/**
	 * Updates a record, or removes it (`to` is null), and adds others, in one atomic step. Returns undefined and changes
	 * nothing if the record does not exist, or has another version.
	 */
	change<Result>(
		session: string,
		target: Target,
		compose: (
			context: WriteContext,
			countCreated: CountCreated,
		) => {
			to: StoredRecord | null;
			add?: Additions;
			result: Result;
		},
	): Promise<{ readonly result: Result } | undefined>;
	/** Returns undefined if there is no record with this id. */
	get(
		session: string,
		collection: string,
		id: string,
	): Promise<Versioned | undefined>;
	/** Returns a page, newest first; undefined if `after` never was a record of the collection. */
	page(
		session: string,
		collection: string,
		request: PageRequest,
	): Promise<Page<StoredRecord> | undefined>;
	count(session: string, collection: string): Promise<number>;
	/** Counts one exchange. Returns undefined if there is nothing to wait for. */
	observe(
		session: string,
		labels: Readonly<Record<string, string>>,
		seconds: number,
	): Promise<void> | undefined;
	/** In the order of first observation. */
	observations(session: string): Promise<readonly Observation[]>;
	/** Draws `count` random numbers of the session, at least 0 and less than 1. */
	drawFractions(session: string, count: number): Promise<readonly number[]>;
	/** Returns the whole state as it is now. */
	read(session: string): Promise<Dataset>;
	/** Replaces the whole state. Later ids sort after those in it. */
	replace(session: string, dataset: Dataset): Promise<void>;
	/** Saves the state as it is now, and returns the id of the snapshot. */
	snapshot(session: string): Promise<string>;
	/** Returns the ids of the snapshots, oldest first. */
	snapshots(session: string): Promise<readonly string[]>;
	/** Returns false if the session has no such snapshot. */
	restore(session: string, snapshot: string): Promise<boolean>;
	/** Returns false if the session has no such snapshot. */
	deleteSnapshot(session: string, snapshot: string): Promise<boolean>;
	/** Returns what the session started from, or was last reset to. */
	origin(session: string): Promise<Origin>;
	/** Whether a session has records of one of the collections, in its state or in a snapshot. Builds no dataset. */
	hasRecords(session: string, collections: readonly string[]): boolean;
	/** Lets the records be read in another way. Observations begin anew if the bounds differ. */
	follow(
		options: Pick<StoreOptions, "facets" | "idProperties" | "buckets">,
	): void;
	/** Restarts from a dataset, a seed and the start of the clock; what is omitted stays as in the origin. */
	reset(session: string, origin?: Partial<Origin>): Promise<void>;
	/** Deletes the session and its snapshots. Nothing stays of calls that still wait for its dataset. */
	drop(session: string): Promise<void>;
	/** Creates a store with the same options that keeps everything in memory, and has no session yet. */
	createEmpty(): Store;
	/** Frees the memory of a session that is not in use, if the store also keeps it elsewhere. */
	unload(session: string): void;
	close(): Promise<void>;
}

/** What a driver needs to know. */
export interface StoreOptions {
	/** Builds the state in which a session starts; the same for the same origin. */
	readonly load: (origin: Origin) => Promise<Dataset>;
	/** Returns what a new session starts from. */
	readonly originOf: (session: string) => Origin;
	/** What a search sees of a record, by collection. Other collections are not searchable. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	readonly idProperties?: IdProperties | undefined;
	/** The start time of each session; undefined to use `now`. */
	readonly start: number | undefined;
	readonly now: () => number;
	/** The upper bounds of the histogram, in seconds, ascending. */
	readonly buckets: readonly number[];
}
