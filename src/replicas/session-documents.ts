import type { StoreConnection } from "../store/redis/connection.ts";
import { shareRuns } from "../store/redis/in-turn.ts";
import { joinStore, type RedisOptions } from "../store/redis/open-redis.ts";
import { StoreLostError } from "../store/redis/store-errors.ts";

/** A session as the store keeps it, or why it was dropped. */
export type SessionDocument =
	| {
			/** What a file would keep of it, too. */
			readonly kept: unknown;
			/** The headers that its forwarding adds. */
			readonly headers?: Readonly<Record<string, string>> | undefined;
			/** What the next response says of the previous session. */
			readonly restartReason?: string | undefined;
	  }
	| { readonly dropped: string };

/** What a change of a session does besides. */
export interface Besides {
	/** The states that it deletes, as the script calls them. */
	readonly drops?: readonly string[];
	/** The sessions whose journal and counts it deletes. */
	readonly forgets?: readonly string[];
	/** Does nothing if one of these sessions was used in the last `idleMs` milliseconds. */
	readonly idle?: readonly string[];
	readonly idleMs?: string;
}

/** The sessions of a store. */
export interface SessionDocuments {
	/** Tells `onChange` what others have changed. @throws StoreUnavailableError */
	sync(): Promise<void>;
	/** Returns a session as it was read last. */
	get(id: string): SessionDocument | undefined;
	/** Keeps a session. Returns false, and does nothing, if another mock has changed it since it was read. */
	put(
		id: string,
		document: SessionDocument,
		besides?: Besides,
	): Promise<boolean>;
}

/** What sessions are told that the store has lost. */
const LOST = "store";
const TABLE = { name: "sessions" };

interface Known {
	readonly version: string;
	readonly document: SessionDocument;
}

export function createSessionDocuments(
	connection: StoreConnection,
	options: Pick<RedisOptions, "document" | "initial">,
	onChange: (id: string, document: SessionDocument) => void,
): SessionDocuments {
	let known = new Map<string, Known>();
	let generation = "";
	let version = "0";
	let instance: string | undefined;

	function note(id: string, next: Known): boolean {
		const before = known.get(id);
		if (before && Number(before.version) >= Number(next.version)) return false;
		known.set(id, next);
		return true;
	}

	/** Applies what `read` of the script found. Returns the sessions that the store has lost. */
	function apply(values: readonly string[]): readonly string[] {
		const [found = "", newest = "0", ...rest] = values;
		const before = known;
		if (found !== generation) known = new Map();
		generation = found;
		version = newest;
		for (let index = 0; index + 2 < rest.length; index += 3) {
			const [id = "", set = "0", json = ""] = rest.slice(index, index + 3);
			const document: SessionDocument = JSON.parse(json);
			if (note(id, { version: set, document })) onChange(id, document);
		}
		return [...before.keys()].filter((id) => !known.has(id));
	}

	/** Begins the store anew if no other mock did. Each session learns why it begins anew. */
	async function rejoin(): Promise<void> {
		const dropped = JSON.stringify({ dropped: LOST });
		const sessions = [...known.keys()].flatMap((id) => [id, dropped]);
		await joinStore(connection, options, sessions);
		generation = "";
		instance = undefined;
	}

	/** Reads all sessions again, since Redis was restarted. Returns whether it has lost changes. */
	async function reread(): Promise<boolean> {
		const changes = `${connection.changes()}`;
		const compared = await connection.run("compare", { changes });
		generation = "";
		instance = undefined;
		return compared !== undefined && compared.values.length > 0;
	}

	async function put(
		id: string,
		document: SessionDocument,
		besides: Besides = {},
	): Promise<boolean> {
		const since = known.get(id)?.version ?? version;
		const fields = [id, JSON.stringify(document)];
		const args = { ...TABLE, generation, since, fields, guards: [id] };
		const result = await connection.run(
			"commit",
			{ ...args, ...besides },
			instance,
		);
		const [written] = result?.values ?? [];
		if (written === undefined) return false;
		note(id, { version: written, document });
		return true;
	}

	/** Lets each session tell that the store has lost changes. */
	async function tellLoss(): Promise<void> {
		for (const [id, { document }] of known) {
			if ("dropped" in document) continue;
			const told = { ...document, restartReason: LOST };
			if (await put(id, told)) onChange(id, told);
		}
	}

	async function read(): Promise<void> {
		let hasLost = false;
		for (;;) {
			try {
				const args = { ...TABLE, generation, since: version };
				const result = await connection.run("read", args, instance);
				if (result) {
					instance = result.instance;
					for (const id of apply(result.values)) {
						onChange(id, { dropped: LOST });
						// The mock that began the store anew did not know it.
						await put(id, { dropped: LOST });
					}
					if (hasLost) await tellLoss();
					return;
				}
				hasLost = (await reread()) || hasLost;
			} catch (error) {
				if (!(error instanceof StoreLostError)) throw error;
				await rejoin();
			}
		}
	}

	return {
		sync: shareRuns(read),
		get: (id) => known.get(id)?.document,
		put,
	};
}
