import { inGroups, type StoreConnection } from "./connection.ts";

/** What this process has seen of a document. */
export interface Seen {
	readonly generation: string;
	readonly version: string;
}

export interface Commit {
	/** The names of the fields to set, each followed by its value. */
	readonly fields: readonly string[];
	/** Does nothing if another process has set one of these fields since. */
	readonly guards: readonly string[];
	/** Removes all other fields, with or without the counts of exchanges. */
	readonly anew?: "with counts" | "without counts" | undefined;
	/** The documents that it deletes. */
	readonly drops?: readonly string[];
	/** The session whose journal and counts it deletes. */
	readonly forgets?: string;
	/** Does nothing if a guarded session was used in these last milliseconds. */
	readonly idleMs?: string;
}

/** Documents of a store, with copies of them in memory. */
export interface Documents<Copy extends Seen> {
	/** The copies, by name. They may be outdated. */
	readonly copies: Map<string, Copy>;
	/**
	 * Returns a document as it is now; undefined if it does not exist.
	 * @param fields begins the document with them if it does not exist
	 */
	find(name: string, fields?: readonly string[]): Promise<Copy | undefined>;
	/**
	 * Changes a document. Returns false, and changes nothing, if another process has changed it since.
	 * @param apply returns the copy after the change
	 */
	commit(
		name: string,
		copy: Copy,
		change: Commit,
		apply: () => Copy,
	): Promise<boolean>;
}

/** How many documents stay in memory. */
const MAX_COPIES = 1_000;

/** @param read returns the copy after these fields were set; all of the fields if there was no copy before */
export function createDocuments<Copy extends Seen>(
	connection: StoreConnection,
	read: (
		seen: Seen,
		fields: ReadonlyMap<string, string>,
		before: Copy | undefined,
	) => Copy,
): Documents<Copy> {
	const copies = new Map<string, Copy>();
	// Redis may have lost changes.
	connection.onRenew(() => copies.clear());

	function keep(name: string, copy: Copy): Copy {
		copies.set(name, copy);
		const [oldest = ""] = copies.keys();
		if (copies.size > MAX_COPIES) copies.delete(oldest);
		return copy;
	}

	async function find(
		name: string,
		fields?: readonly string[],
	): Promise<Copy | undefined> {
		let base: Copy | undefined;
		const [generation, version, ...rest] = await connection.run("read", () => {
			base = copies.get(name);
			const { generation = "", version: since = "0" } = base ?? {};
			return { name, generation, since, fields };
		});
		if (generation === undefined || version === undefined) {
			copies.delete(name);
			return undefined;
		}
		// Other calls may have read the same fields meanwhile, and more of them.
		const before = [copies.get(name), base].find(
			(each) => each?.generation === generation,
		);
		if (before && Number(before.version) >= Number(version))
			return keep(name, before);
		const set = new Map<string, string>();
		for (const [field = "", setAt, value = ""] of inGroups(rest, 3))
			if (Number(setAt) > Number(before?.version ?? 0)) set.set(field, value);
		return keep(name, read({ generation, version }, set, before));
	}

	return {
		copies,
		find,
		async commit(name, copy, change, apply) {
			const { generation, version: since } = copy;
			const [version] = await connection.run("commit", () =>
				copies.get(name) === copy
					? { name, generation, since, ...change }
					: undefined,
			);
			if (version === undefined) return false;
			// The copy is never older than what this process has written.
			if (Number(version) === Number(since) + 1 && copies.get(name) === copy)
				copies.set(name, { ...apply(), version });
			else await find(name);
			return true;
		},
	};
}
