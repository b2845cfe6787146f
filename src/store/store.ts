import type { WriteContext } from "./write-context.ts";

/** Anything kept in a collection: a JSON object with an id. */
export interface StoredRecord {
	readonly id: string;
}

/** Records oldest first, perhaps made only when asked for. An array is one. */
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
	/** A whole number from which data, ids and chance follow. */
	readonly seed: number;
}

/** What a dataset is made from. */
export interface DatasetContext {
	readonly seed: number;
	/** The time at which the dataset ends, in milliseconds since the epoch. */
	readonly now: number;
}

/** What a search sees of a record. */
export interface Facets {
	/** Compared exactly. */
	readonly keys: Readonly<Record<string, string>>;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Looked through for text, whatever its case. */
	readonly texts: readonly string[];
}

/** Conditions, all to be met. */
export interface Query {
	readonly keys?: Readonly<Record<string, string>>;
	/** Inclusive, milliseconds since the epoch. */
	readonly from?: number;
	/** Exclusive, milliseconds since the epoch. */
	readonly to?: number;
	readonly text?: string;
}

/** Where a record stands in its collection, which never changes, since records are only ever appended. */
export interface Position {
	readonly index: number;
	readonly id: string;
}

export interface PageRequest {
	readonly limit: number;
	/** The last record of the page before. */
	readonly after?: Position;
	readonly where?: Query;
}

export interface Page<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	/** Where the next page goes on; null on the last. */
	readonly next: Position | null;
}

/** What one write adds: by collection, one record to each. */
export type Additions = Readonly<Partial<Record<string, StoredRecord>>>;

/** How often something took how long. */
export interface Observation {
	readonly labels: Readonly<Record<string, string>>;
	readonly count: number;
	/** Seconds. */
	readonly sum: number;
	/** For each bound of the buckets, how many took no longer. */
	readonly buckets: readonly number[];
}

/**
 * The state of every session. A session that was not heard of before starts from the dataset.
 * Every driver passes the one conformance suite in `test/conformance/store.ts`.
 */
export interface Store {
	/** Lets `compose` make records with the session's own clock, ids and chance, and adds them, in one atomic step. */
	append<Result>(
		session: string,
		compose: (mint: WriteContext) => { add: Additions; result: Result },
	): Promise<Result>;
	/** A page, newest first; undefined where no record stands at `after`. */
	page(
		session: string,
		collection: string,
		request: PageRequest,
	): Promise<Page<StoredRecord> | undefined>;
	count(session: string, collection: string): Promise<number>;
	/** Counts one exchange; what it gives need only be waited for where it is a promise. */
	observe(
		session: string,
		labels: Readonly<Record<string, string>>,
		seconds: number,
	): Promise<void> | undefined;
	/** In the order of first observation. */
	observations(session: string): Promise<readonly Observation[]>;
	/** So many numbers, at least 0 and less than 1, from the session's own chance. */
	draw(session: string, count: number): Promise<readonly number[]>;
	/** Everything there is, as it is now. */
	read(session: string): Promise<Dataset>;
	/** Puts this in place of everything there is; ids given from now on sort after those of these records. */
	replace(session: string, dataset: Dataset): Promise<void>;
	/** Keeps the session's state as it is now, and gives the id to restore it by. */
	snapshot(session: string): Promise<string>;
	/** The ids of the session's snapshots, oldest first. */
	snapshots(session: string): Promise<readonly string[]>;
	/** False where the session has no such snapshot. */
	restore(session: string, snapshot: string): Promise<boolean>;
	/** Forgets the snapshot; false where the session has no such snapshot. */
	discard(session: string, snapshot: string): Promise<boolean>;
	/** What the session began with, or was last reset to; what it would begin with where it was not heard of. */
	origin(session: string): Promise<Origin>;
	/** Back to a dataset, a seed and the clock's start: to those of its origin where none are named. */
	reset(session: string, origin?: Partial<Origin>): Promise<void>;
	/** Forgets the session and its snapshots. */
	drop(session: string): Promise<void>;
	close(): Promise<void>;
}

/** What a driver needs to know. */
export interface StoreOptions {
	/** Makes the state in which a session starts, the same each time for the same origin. */
	readonly load: (origin: Origin) => Promise<Dataset>;
	/** What a session starts from that was not heard of before. */
	readonly originOf: (session: string) => Origin;
	/** How to search a collection; one that is not named here cannot be searched. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	/** Where the clock of a session starts; undefined to follow `now`. */
	readonly start: number | undefined;
	readonly now: () => number;
	/** The upper bounds of the buckets of an observation, in seconds, ascending. */
	readonly buckets: readonly number[];
}
