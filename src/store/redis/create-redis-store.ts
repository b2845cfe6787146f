import { startOf } from "../clock.ts";
import {
	applyChanges,
	countRecords,
	createCollections,
} from "../collection.ts";
import { composeAppend, composeChange } from "../compose-write.ts";
import { createReading, createStore } from "../create-store.ts";
import type { Origin, Store, StoreOptions } from "../store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	drawFractions,
	findLastUlid,
} from "../write-context.ts";
import type { StoreConnection } from "./connection.ts";
import { createCounting } from "./create-counting.ts";
import { type Commit, createDocuments } from "./documents.ts";
import { createTurns } from "./in-turn.ts";
import {
	type LoadedCopy,
	listFields,
	nameOfState,
	readState,
	type StateChange,
	type StateCopy,
} from "./state-copy.ts";

const GUARDS = ["writes", "lengths"] as const;

const isLoaded = (copy: StateCopy): copy is LoadedCopy =>
	copy.collections !== undefined;

/** The states of a store, as this process has seen them. */
type States = ReturnType<typeof createStates>;

function createStates(connection: StoreConnection, options: StoreOptions) {
	const documents = createDocuments<StateCopy>(connection, readState);

	const begin = (origin: Origin): StateChange => ({
		origin,
		writes: createWriteContextState(origin.seed, startOf(origin, options)),
	});

	/** Returns a state as it is now, creating it on first use. */
	async function open(session: string): Promise<StateCopy> {
		const fields = listFields(begin(options.originOf(session)));
		for (;;) {
			const opened = await documents.find(nameOfState(session), fields);
			if (opened) return opened;
		}
	}

	async function commit(
		session: string,
		copy: StateCopy,
		change: StateChange,
		anew?: Commit["anew"],
	): Promise<boolean> {
		if (copy.isDropped) return true;
		const set = { fields: listFields(change), guards: GUARDS };
		const { writes, dataset, changes = [] } = change;
		const given = { ...set, ...(anew && { anew }) };
		return documents.commit(nameOfState(session), copy, given, () => {
			const collections = dataset
				? createCollections(dataset)
				: copy.collections && applyChanges(copy.collections, changes);
			return { ...copy, writes, ...(collections && { collections }) };
		});
	}

	/** Returns a state as it is now, with its records. */
	async function load(session: string): Promise<LoadedCopy> {
		const name = nameOfState(session);
		for (let wasOpen = false; ; wasOpen = true) {
			const found = await documents.find(name);
			const copy = found ?? (await open(session));
			if (isLoaded(copy)) return copy;
			const dataset = await options.load(copy.origin);
			const writes = advancePastUlid(copy.writes, findLastUlid(dataset));
			if (!found && wasOpen) {
				documents.copies.delete(name);
				await connection.run("drop", { name });
				const collections = createCollections(dataset);
				return { ...copy, collections, writes, isDropped: true };
			}
			await commit(session, copy, { writes, dataset });
		}
	}

	const inTurn = createTurns();
	return {
		...{ copies: documents.copies, begin, open, load },
		find: (session: string) => documents.find(nameOfState(session)),
		/** Composes a change of a state until no other one comes between. Changes of this process take turns. */
		change: <Result, Copy extends StateCopy>(
			session: string,
			read: (session: string) => Promise<Copy>,
			compose: (
				copy: Copy,
			) => (StateChange & { readonly result: Result }) | undefined,
			anew?: Commit["anew"],
		): Promise<{ readonly result: Result } | undefined> =>
			inTurn(session, async () => {
				for (;;) {
					const copy = await read(session);
					const composed = compose(copy);
					if (!composed) return undefined;
					if (await commit(session, copy, composed, anew)) return composed;
				}
			}),
	};
}
/** The methods that change records and draw random numbers. */
const createWriting = (
	{ change, load, open, begin }: States,
	options: StoreOptions,
): Pick<
	Store,
	"append" | "change" | "drawFractions" | "replace" | "reset"
> => ({
	async append(session, compose) {
		const composed = await change(session, load, (state) =>
			composeAppend(state, options, compose),
		);
		if (!composed) throw new Error("An append composes a write.");
		return composed.result;
	},
	async change(session, target, compose) {
		const composed = await change(session, load, (state) =>
			composeChange(state, options, target, compose),
		);
		return composed && { result: composed.result };
	},
	async drawFractions(session, count) {
		const drawn = await change(session, open, ({ writes }) => {
			const { fractions, after } = drawFractions(writes, count);
			return { writes: after, result: fractions };
		});
		return drawn?.result ?? [];
	},
	async replace(session, dataset) {
		const ulid = findLastUlid(dataset);
		await change(
			session,
			open,
			({ origin, writes }) => ({
				...{ origin, dataset, result: undefined },
				writes: advancePastUlid(writes, ulid),
			}),
			"with counts",
		);
	},
	async reset(session, changed) {
		await change(
			session,
			open,
			({ origin }) => ({
				...begin({ ...origin, ...changed }),
				result: undefined,
			}),
			"without counts",
		);
	},
});

/** The methods for whole states and for snapshots. */
function createStateMethods(
	connection: StoreConnection,
	{ load, find, copies }: States,
	options: StoreOptions,
): Pick<
	Store,
	"drop" | "origin" | "snapshot" | "snapshots" | "restore" | "deleteSnapshot"
> {
	async function run(
		op: string,
		session: string,
		args: object = {},
	): Promise<readonly string[]> {
		const name = nameOfState(session);
		return (await connection.run(op, { name, ...args }))?.values ?? [];
	}
	return {
		async drop(session) {
			copies.delete(nameOfState(session));
			await run("drop", session);
		},
		origin: async (session) =>
			(await find(session))?.origin ?? options.originOf(session),
		async snapshot(session) {
			for (;;) {
				const { generation } = await load(session);
				const [id] = await run("snapshot", session, { generation });
				if (id !== undefined) return id;
			}
		},
		snapshots: (session) =>
			connection.list(
				...["ZRANGE", `${connection.prefix}:snapshots:${nameOfState(session)}`],
				...["0", "-1"],
			),
		restore: async (session, id) =>
			(await run("restore", session, { id })).length > 0,
		deleteSnapshot: async (session, id) =>
			(await run("deleteSnapshot", session, { id })).length > 0,
	};
}

/**
 * Creates a store that several processes share. It reads from copies in memory, after it has asked Redis what has changed
 * since.
 */
export function createRedisStore(
	connection: StoreConnection,
	given: StoreOptions,
): Store {
	const options = { ...given };
	const states = createStates(connection, options);
	const { copies, load } = states;
	return {
		...createWriting(states, options),
		...createReading(
			{ use: async (session, act) => act(await load(session)) },
			options,
		),
		...createCounting(connection, states.open, options),
		...createStateMethods(connection, states, options),
		hasRecords: (session, names) =>
			names.some((name) => {
				const { collections } = copies.get(nameOfState(session)) ?? {};
				const collection = collections?.[name];
				return collection !== undefined && countRecords(collection) > 0;
			}),
		follow({ facets, idProperties, buckets }) {
			// Requests under way may still search a collection that is gone.
			const all = { ...options.facets, ...facets };
			Object.assign(options, { facets: all, idProperties, buckets });
		},
		createEmpty: () => createStore(options),
		unload(session) {
			copies.delete(nameOfState(session));
		},
		async close() {
			connection.close();
		},
	};
}
