import type { StoreConnection } from "./connection.ts";

/** What this process has seen of a document. */
export interface Seen {
	/** The link that it was read by. */
	readonly link: number;
	readonly generation: string;
	readonly version: string;
}

export interface Commit {
	/** The names of the fields to set, each followed by its value. */
	readonly fields: readonly string[];
	/** Does nothing if another process has set one of these fields since. */
	readonly guards: readonly string[];
	/** Removes all other fields, with or without the counts of exchanges. */
	readonly anew?: "with counts" | "without counts";
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
		for (;;) {
			const base = copies.get(name);
			const { generation = "", version: since = "0" } = base ?? {};
			const args = { name, generation, since, fields };
			const result = await connection.run("read", args, base?.link);
			const known = copies.get(name);
			if (!result) {
				if (known === base) copies.delete(name);
				continue;
			}
			const { link, values } = result;
			const [found, version, ...rest] = values;
			if (found === undefined || version === undefined) {
				copies.delete(name);
				return undefined;
			}
			// Other calls may have read the same fields meanwhile, and more of them.
			const before = [known, base].find(
				(each) => each?.link === link && each.generation === found,
			);
			if (before && Number(before.version) >= Number(version))
				return keep(name, before);
			const set = new Map<string, string>();
			for (let index = 0; index + 2 < rest.length; index += 3)
				if (Number(rest[index + 1]) > Number(before?.version ?? 0))
					set.set(rest[index] ?? "", rest[index + 2] ?? "");
			return keep(
				name,
				read({ link, generation: found, version }, set, before),
			);
		}
	}

	return {
		copies,
		find,
		async commit(name, copy, change, apply) {
			const { link, generation, version: since } = copy;
			const args = { name, generation, since, ...change };
			const result = await connection.run("commit", args, link);
			const [version] = result?.values ?? [];
			if (version === undefined) return false;
			// The copy is never older than what this process has written.
			if (Number(version) === Number(since) + 1 && copies.get(name) === copy)
				copies.set(name, { ...apply(), version });
			else await find(name);
			return true;
		},
	};
}
