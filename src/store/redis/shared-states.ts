import { startOf } from "../clock.ts";
import {
	applyChanges,
	createCollections,
	type RecordChange,
} from "../collection.ts";
import type { Dataset, Origin, StoreOptions } from "../store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	findLastUlid,
	type WriteContextState,
} from "../write-context.ts";
import type { StoreConnection } from "./connection.ts";
import { shareRuns } from "./in-turn.ts";
import {
	isLoaded,
	type LoadedMirror,
	type Mirror,
	readMirror,
	writeChanges,
	writeDataset,
} from "./mirror.ts";

/** How many states stay in memory. */
const MAX_IN_MEMORY = 1_000;

/** What a commit sets. */
interface StateChange {
	readonly writes: WriteContextState;
	readonly changes?: readonly RecordChange[];
	/** The records that the state begins with. */
	readonly dataset?: Dataset | undefined;
	/** Begins the state anew, from this origin. */
	readonly origin?: Origin;
	/** Whether a new state goes on to count exchanges. */
	readonly keepsCounts?: boolean;
}

/** The states of a store in Redis, with copies of them in memory. */
export interface SharedStates {
	/** The copies, by session. They may be outdated. */
	readonly mirrors: Map<string, Mirror>;
	/** Returns the state as it is now; undefined if it does not exist. */
	find(session: string): Promise<Mirror | undefined>;
	/** Returns the state as it is now, creating it on first use. */
	open(session: string): Promise<Mirror>;
	/** Returns the state as it is now, with its records. */
	load(session: string): Promise<LoadedMirror>;
	/** Changes a state. Returns false, and changes nothing, if another process has changed it since. */
	commit(
		session: string,
		mirror: Mirror,
		change: StateChange,
	): Promise<boolean>;
}

/** Returns what the script calls the state of a session. */
export const nameOfState = (session: string): string => `state ${session}`;

const listFields = ({
	writes,
	changes = [],
	dataset,
	origin,
}: StateChange): string[] => [
	...["writes", JSON.stringify(writes)],
	...(origin ? ["origin", JSON.stringify(origin)] : []),
	...(dataset ? writeDataset(dataset) : []),
	...writeChanges(changes),
];

/** Creates a function that reads a state. Calls for a session at the same time share a read. */
function createReader(
	connection: StoreConnection,
	mirrors: Map<string, Mirror>,
) {
	async function read(
		session: string,
		fields?: readonly string[],
	): Promise<Mirror | undefined> {
		const name = nameOfState(session);
		const op = fields ? "open" : "read";
		for (;;) {
			const base = mirrors.get(session);
			const { generation = "", version: since = "0" } = base ?? {};
			const args = { name, generation, since, fields };
			const result = await connection.run(op, args, base?.instance);
			const next = result && readMirror(result, base);
			const known = mirrors.get(session);
			const isOlder = Number(known?.version) >= Number(next?.version);
			if (known && known.generation === next?.generation && isOlder)
				return known;
			if (known !== base) continue;
			mirrors.delete(session);
			// Redis was restarted, perhaps with older data.
			if (!result) continue;
			if (next) mirrors.set(session, next);
			const [oldest = ""] = mirrors.keys();
			if (mirrors.size > MAX_IN_MEMORY) mirrors.delete(oldest);
			return next;
		}
	}

	const readers = new Map<string, () => Promise<Mirror | undefined>>();
	return {
		open: read,
		find(session: string): Promise<Mirror | undefined> {
			const known = readers.get(session) ?? shareRuns(() => read(session));
			readers.set(session, known);
			return known().finally(() => readers.delete(session));
		},
	};
}

export function createSharedStates(
	connection: StoreConnection,
	options: StoreOptions,
): SharedStates {
	const mirrors = new Map<string, Mirror>();
	const reader = createReader(connection, mirrors);

	const create = (session: string) => {
		const origin = options.originOf(session);
		const writes = createWriteContextState(
			origin.seed,
			startOf(origin, options),
		);
		return { origin, writes };
	};

	async function open(session: string): Promise<Mirror> {
		for (;;) {
			const opened = await reader.open(session, listFields(create(session)));
			if (opened) return opened;
		}
	}

	async function commit(
		session: string,
		mirror: Mirror,
		change: StateChange,
	): Promise<boolean> {
		if (mirror.isDropped) return true;
		const { generation, version: since, instance } = mirror;
		const { writes, changes = [], dataset, origin, keepsCounts } = change;
		const args = {
			...{ name: nameOfState(session), generation, since },
			...{ fields: listFields(change), guards: ["writes", "lengths"] },
			...(origin && { anew: keepsCounts ? "with counts" : "without counts" }),
		};
		const result = await connection.run("commit", args, instance);
		const [version] = result?.values ?? [];
		if (version === undefined) return false;
		const isNext = !origin && Number(version) === Number(since) + 1;
		if (!isNext || mirrors.get(session) !== mirror) return true;
		const collections = dataset
			? createCollections(dataset)
			: mirror.collections && applyChanges(mirror.collections, changes);
		mirrors.set(session, {
			...{ ...mirror, version, writes },
			...(collections && { collections }),
		});
		return true;
	}

	return {
		mirrors,
		find: reader.find,
		open,
		commit,
		async load(session) {
			for (let wasOpen = false; ; wasOpen = true) {
				const found = await reader.find(session);
				const mirror = found ?? (await open(session));
				if (isLoaded(mirror)) return mirror;
				const dataset = await options.load(mirror.origin);
				const { writes } = mirror;
				const after = advancePastUlid(writes, findLastUlid(dataset));
				if (!found && wasOpen) {
					mirrors.delete(session);
					await connection.run("drop", { name: nameOfState(session) });
					const collections = createCollections(dataset);
					return { ...mirror, collections, writes: after, isDropped: true };
				}
				await commit(session, mirror, { writes: after, dataset });
			}
		},
	};
}
