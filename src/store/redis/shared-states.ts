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
import { createTurns, shareRuns } from "./in-turn.ts";
import { createKeptDatasets } from "./kept-datasets.ts";
import {
	isLoaded,
	type LoadedMirror,
	type Mirror,
	readMirror,
	writeRecords,
} from "./mirror.ts";

/** How many states stay in memory. */
const MAX_IN_MEMORY = 1_000;

/** A new state instead of the one that was seen. */
interface NewState {
	readonly origin: Origin;
	readonly writes: WriteContextState;
	/** Its records; undefined to load the dataset when it is needed. */
	readonly records?: Dataset | undefined;
	/** Whether it goes on to count exchanges. */
	readonly keepsCounts: boolean;
}

/** The states of a store in Redis, with copies of them in memory. */
export interface SharedStates {
	/** Calls that change a state take turns, so that those of one process do not conflict. */
	readonly inTurn: ReturnType<typeof createTurns>;
	/** The copies, by session. They may be outdated. */
	readonly mirrors: Map<string, Mirror>;
	/** Returns the state as it is now; undefined if it does not exist. */
	find(session: string): Promise<Mirror | undefined>;
	/** Returns the state as it is now, creating it on first use. */
	open(session: string): Promise<Mirror>;
	/** Returns the state with its records; undefined if it was dropped while its dataset was built. */
	load(session: string): Promise<LoadedMirror | undefined>;
	/** Changes records and write context. Returns false if another process has changed them since. */
	commit(
		session: string,
		mirror: Mirror,
		writes: WriteContextState,
		changes?: readonly RecordChange[],
	): Promise<boolean>;
	/** Begins the state anew. Returns false if another process has changed it since. */
	restart(session: string, mirror: Mirror, to: NewState): Promise<boolean>;
}

/** Returns what the script calls the state of a session. */
export const nameOfState = (session: string): string => `state ${session}`;

/** Creates a function that reads a state. Concurrent calls for a session share a read. */
function createReader(
	connection: StoreConnection,
	mirrors: Map<string, Mirror>,
	readDataset: ReturnType<typeof createKeptDatasets>["read"],
) {
	async function read(
		session: string,
		op: "read" | "open",
		fields: readonly string[],
	): Promise<Mirror | undefined> {
		for (;;) {
			const base = mirrors.get(session);
			const { generation = "", version = "0" } = base ?? {};
			const args = {
				name: nameOfState(session),
				generation,
				since: version,
				fields,
			};
			const result = await connection.run(op, args, base?.instance);
			if (!result) {
				// Redis was restarted, perhaps with older data.
				mirrors.delete(session);
				continue;
			}
			const next = await readMirror(result, base, readDataset);
			const exists = result.values.length > 0;
			const known = mirrors.get(session);
			const isNewer =
				known?.generation === next?.generation &&
				Number(known?.version) >= Number(next?.version);
			if (known !== base && isNewer) return known;
			if (known === base && !exists) {
				mirrors.delete(session);
				return undefined;
			}
			if (known !== base || !next) continue;
			mirrors.delete(session);
			mirrors.set(session, next);
			const [oldest] = mirrors.keys();
			if (mirrors.size > MAX_IN_MEMORY && oldest !== undefined)
				mirrors.delete(oldest);
			return next;
		}
	}

	const readers = new Map<string, () => Promise<Mirror | undefined>>();
	return {
		find(session: string): Promise<Mirror | undefined> {
			const known = readers.get(session);
			if (known) return known();
			const reader = shareRuns(() => read(session, "read", []));
			readers.set(session, reader);
			const running = reader();
			return running.finally(() => readers.delete(session));
		},
		open: (session: string, fields: readonly string[]) =>
			read(session, "open", fields),
	};
}

export function createSharedStates(
	connection: StoreConnection,
	options: StoreOptions,
): SharedStates {
	const mirrors = new Map<string, Mirror>();
	const datasets = createKeptDatasets(connection);
	const { find, open: readOrBegin } = createReader(
		connection,
		mirrors,
		datasets.read,
	);

	const listFields = (origin: Origin, writes: WriteContextState): string[] => [
		...["origin", JSON.stringify(origin)],
		...["writes", JSON.stringify(writes)],
	];

	async function open(session: string): Promise<Mirror> {
		const origin = options.originOf(session);
		const writes = createWriteContextState(origin.seed, options.start);
		for (;;) {
			const opened = await readOrBegin(session, listFields(origin, writes));
			if (opened) return opened;
		}
	}

	/** Builds the dataset of a state, and keeps it unless another process did. */
	async function loadDataset(session: string, mirror: Mirror): Promise<void> {
		const loaded = await options.load(mirror.origin);
		const dataset = await datasets.keep(createCollections(loaded));
		const { generation, version: since, instance } = mirror;
		const writes = advancePastUlid(mirror.writes, findLastUlid(loaded));
		const fields = ["writes", JSON.stringify(writes), "dataset", dataset];
		const guards = ["writes", "dataset"];
		const name = nameOfState(session);
		const args = { name, generation, since, fields, guards, dataset };
		await connection.run("commit", args, instance);
	}

	return {
		inTurn: createTurns(),
		mirrors,
		find,
		open,
		async load(session) {
			let isOpen = false;
			for (;;) {
				const found = await find(session);
				if (!found && isOpen) return undefined;
				const mirror = found ?? (await open(session));
				if (isLoaded(mirror)) return mirror;
				isOpen = true;
				await loadDataset(session, mirror);
			}
		},
		async commit(session, mirror, writes, changes = []) {
			const { generation, version: since, instance } = mirror;
			const fields = ["writes", JSON.stringify(writes)];
			fields.push(...writeRecords(changes));
			const name = nameOfState(session);
			const args = { name, generation, since, fields, guards: ["writes"] };
			const result = await connection.run("commit", args, instance);
			const [version] = result?.values ?? [];
			if (version === undefined) return false;
			const isNext = Number(version) === Number(since) + 1;
			if (isNext && mirrors.get(session) === mirror)
				mirrors.set(session, {
					...{ ...mirror, version, writes },
					...(mirror.collections && {
						collections: applyChanges(mirror.collections, changes),
					}),
				});
			return true;
		},
		async restart(session, mirror, { origin, writes, records, keepsCounts }) {
			const fields = listFields(origin, writes);
			const dataset =
				records && (await datasets.keep(createCollections(records)));
			if (dataset !== undefined) fields.push("dataset", dataset);
			const args = {
				...{ name: nameOfState(session), fields, dataset },
				generation: mirror.generation,
				since: mirror.version,
				keepsCounts: keepsCounts ? "yes" : "no",
			};
			const result = await connection.run("restart", args, mirror.instance);
			return result !== undefined && result.values.length > 0;
		},
	};
}
