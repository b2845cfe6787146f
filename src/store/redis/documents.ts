import { isStoreUnavailable } from "../backing.ts";
import { inGroups, type StoreConnection } from "./connection.ts";

/** How long a call waits for those before it, in milliseconds, if the store fails. */
const PATIENCE_MS = 1_000;

/**
 * Runs calls with the same key one after another. If the store fails for one, those that have waited long for it fail, too:
 * otherwise, each of them would wait for the time limit.
 */
export function createTurns(): <Result>(
	key: string,
	run: () => Promise<Result>,
) => Promise<Result> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, run) => {
		const since = performance.now();
		const before = last.get(key) ?? Promise.resolve();
		const running = before.then(run, (error) => {
			const hasWaited = performance.now() - since > PATIENCE_MS;
			if (hasWaited && isStoreUnavailable(error)) throw error;
			return run();
		});
		last.set(key, running);
		try {
			return await running;
		} finally {
			if (last.get(key) === running) last.delete(key);
		}
	};
}

/** What this process has seen of a document. */
export interface Seen {
	readonly generation: string;
	readonly version: string;
}

/**
 * Returns the copy of a document after these fields were set.
 * @param before undefined if there was no copy; then the fields are all of the document
 */
export type Read<Copy> = (
	seen: Seen,
	fields: ReadonlyMap<string, string>,
	before: Copy | undefined,
) => Copy;

/** How many documents stay in memory. */
const MAX_COPIES = 1_000;

/** Documents of a store, with copies of them in memory. */
export class Documents<Copy extends Seen> {
	/** The copies, by name. They may be outdated. */
	readonly copies: Map<string, Copy> = new Map();
	readonly #connection: StoreConnection;
	readonly #read: Read<Copy>;

	constructor(connection: StoreConnection, read: Read<Copy>) {
		this.#connection = connection;
		this.#read = read;
	}

	/**
	 * Reads or changes a document in the store, and updates the copy of this mock. Returns undefined if the document does not
	 * exist, or if the store refused the change.
	 * @param op an operation that returns what has changed since `base`
	 */
	async run(
		op: "read" | "commit",
		name: string,
		base: Copy | undefined,
		change?: object,
	): Promise<Copy | undefined> {
		const { generation: of = "", version: since = "0" } = base ?? {};
		const args = { name, generation: of, since, ...change };
		const found = await this.#connection.run(op, args);
		const [generation, version = "", ...rest] = found;
		if (generation === undefined) return undefined;
		// Other calls may have read the same fields meanwhile, and more of them.
		const before = [this.copies.get(name), base].find(
			(each) => each?.generation === generation,
		);
		const known = Number(before?.version ?? 0);
		if (before && known >= Number(version)) return before;
		const set = new Map<string, string>();
		for (const [field = "", setAt, value = ""] of inGroups(rest, 3))
			if (Number(setAt) > known) set.set(field, value);
		const copy = this.#read({ generation, version }, set, before);
		this.copies.set(name, copy);
		const [oldest = ""] = this.copies.keys();
		if (this.copies.size > MAX_COPIES) this.copies.delete(oldest);
		return copy;
	}

	/** Returns a document as it is now; undefined if it does not exist. */
	find(name: string): Promise<Copy | undefined> {
		return this.run("read", name, this.copies.get(name));
	}
}
