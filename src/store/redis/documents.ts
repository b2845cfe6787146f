import { inGroups, type StoreConnection } from "./connection.ts";

/** What this process has seen of a document. */
export interface Seen {
	readonly generation: string;
	readonly version: string;
}

export interface Commit {
	/** The names of the fields to set, each followed by its value. */
	readonly fields: readonly string[];
	/** Removes all other fields, with or without the counts of exchanges. */
	readonly anew?: "with counts" | "without counts" | undefined;
	/** The documents that it deletes. */
	readonly drops?: readonly string[];
	/** The session whose journal and counts it deletes. */
	readonly forgets?: string;
	/** Does nothing if this session was used in these last milliseconds. */
	readonly idleMs?: number | undefined;
}

/**
 * Returns the copy of a document after these fields were set.
 * @param before undefined if there was no copy; then the fields are all of the document
 */
type Read<Copy> = (
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
		connection.onRenew((isJoined) => {
			// Redis has lost changes.
			if (isJoined) this.copies.clear();
		});
	}

	/** Updates a copy by the changes since `base`. */
	#update(
		name: string,
		base: Copy | undefined,
		[generation = "", version = "", ...rest]: readonly string[],
	): Copy {
		// Other calls may have read the same fields meanwhile, and more of them.
		const before = [this.copies.get(name), base].find(
			(each) => each?.generation === generation,
		);
		const set = new Map<string, string>();
		for (const [field = "", setAt, value = ""] of inGroups(rest, 3))
			if (Number(setAt) > Number(before?.version ?? 0)) set.set(field, value);
		const isKnown = Number(before?.version) >= Number(version);
		const copy =
			before && isKnown
				? before
				: this.#read({ generation, version }, set, before);
		this.copies.set(name, copy);
		const [oldest = ""] = this.copies.keys();
		if (this.copies.size > MAX_COPIES) this.copies.delete(oldest);
		return copy;
	}

	/**
	 * Returns a document as it is now; undefined if it does not exist.
	 * @param fields begins the document with them if it does not exist
	 */
	async find(
		name: string,
		fields?: readonly string[],
	): Promise<Copy | undefined> {
		let base: Copy | undefined;
		const found = await this.#connection.run("read", () => {
			base = this.copies.get(name);
			const { generation = "", version: since = "0" } = base ?? {};
			return { name, generation, since, fields };
		});
		if (found.length > 0) return this.#update(name, base, found);
		this.copies.delete(name);
		return undefined;
	}

	/**
	 * Changes a document, and its copy. Returns false, and changes nothing, if another process has set one of the fields
	 * since.
	 */
	async commit(name: string, copy: Copy, change: Commit): Promise<boolean> {
		const { generation, version: since } = copy;
		const found = await this.#connection.run("commit", () =>
			this.copies.get(name) === copy
				? { name, generation, since, ...change }
				: undefined,
		);
		if (found.length > 0) this.#update(name, copy, found);
		return found.length > 0;
	}
}
