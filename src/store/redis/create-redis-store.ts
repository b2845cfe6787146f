import { countRecords, createCollections } from "../collection.ts";
import {
	type ComposedWrite,
	composeAppend,
	composeChange,
} from "../compose-write.ts";
import { createReading, createStore } from "../create-store.ts";
import { createHistogram, type Series } from "../histogram.ts";
import type { Store, StoreOptions } from "../store.ts";
import {
	advancePastUlid,
	createWriteContextState,
	drawFractions,
	findLastUlid,
} from "../write-context.ts";
import type { StoreConnection } from "./connection.ts";
import { isLoaded, type LoadedMirror, type Mirror } from "./mirror.ts";
import {
	createSharedStates,
	nameOfState,
	type SharedStates,
} from "./shared-states.ts";

/** The methods that change records and draw random numbers. Each composes its write until no other one comes between. */
function createWriting(
	{ inTurn, mirrors, load, open, find, commit }: SharedStates,
	options: StoreOptions,
	createEmpty: () => Store,
): Pick<Store, "append" | "change" | "drawFractions"> {
	/**
	 * @param findKnown finds the state to try first, which may be outdated
	 * @returns "dropped" if the state was dropped meanwhile
	 */
	const write = <Result>(
		session: string,
		compose: (state: LoadedMirror) => ComposedWrite<Result> | undefined,
		findKnown: () => Mirror | undefined = () => undefined,
	): Promise<{ readonly result: Result } | "dropped" | undefined> =>
		inTurn(session, async () => {
			for (let known = findKnown(); ; known = undefined) {
				const state = known && isLoaded(known) ? known : await load(session);
				if (!state) return "dropped";
				const composed = compose(state);
				if (!composed) return undefined;
				const { writes, changes, result } = composed;
				if (await commit(session, state, writes, changes)) return { result };
			}
		});

	return {
		async append(session, compose) {
			const written = await write(
				session,
				(state) => composeAppend(state, options, compose),
				() => mirrors.get(session),
			);
			if (typeof written === "object") return written.result;
			return createEmpty().append(session, compose);
		},
		async change(session, target, compose) {
			const written = await write(session, (state) =>
				composeChange(state, options, target, compose),
			);
			return written === "dropped"
				? createEmpty().change(session, target, compose)
				: written;
		},
		drawFractions: (session, count) =>
			inTurn(session, async () => {
				for (;;) {
					const known = mirrors.get(session) ?? (await find(session));
					const state = known ?? (await open(session));
					const { fractions, after } = drawFractions(state.writes, count);
					if (await commit(session, state, after)) return fractions;
					await find(session);
				}
			}),
	};
}

/** Names a series. Counts by other bounds say nothing about it. */
const keyOf = (
	labels: Readonly<Record<string, string>>,
	bounds: readonly number[],
): string => `${bounds} ${JSON.stringify(labels)}`;

/** Reads the series that the script has counted. */
function readSeries(
	values: readonly string[],
	bounds: readonly number[],
): Series[] {
	const prefix = `${bounds} `;
	const found: { readonly place: number; readonly series: Series }[] = [];
	for (let index = 0; index + 1 < values.length; index += 2) {
		const numbers = (values[index + 1] ?? "").split(" ").map(Number);
		const [place = 0, count = 0, sum = 0, ...bucketCounts] = numbers;
		const key = values[index] ?? "";
		if (!key.startsWith(prefix)) continue;
		const labels = JSON.parse(key.slice(prefix.length));
		found.push({ place, series: { labels, count, sum, bucketCounts } });
	}
	return found.sort((a, b) => a.place - b.place).map(({ series }) => series);
}

/** The methods that count exchanges. */
function createCounting(
	connection: StoreConnection,
	{ open }: SharedStates,
	options: StoreOptions,
): Pick<Store, "observe" | "observations"> {
	return {
		async observe(session, labels, seconds) {
			const { buckets } = options;
			const found = buckets.findIndex((bound) => seconds <= bound);
			const args = {
				...{ name: nameOfState(session), labels: keyOf(labels, buckets) },
				seconds: `${seconds}`,
				bucket: `${found < 0 ? buckets.length : found}`,
				buckets: `${buckets.length}`,
			};
			while ((await connection.run("observe", args))?.values.length === 0)
				await open(session);
		},
		async observations(session) {
			const name = nameOfState(session);
			const found = await connection.run("observations", { name });
			const series = readSeries(found?.values ?? [], options.buckets);
			return createHistogram(options.buckets, series).observations();
		},
	};
}

/** The methods for whole states and for snapshots. */
function createStateMethods(
	connection: StoreConnection,
	{ inTurn, load, find, open, restart, mirrors }: SharedStates,
	options: StoreOptions,
): Pick<
	Store,
	| "replace"
	| "reset"
	| "drop"
	| "origin"
	| "snapshot"
	| "snapshots"
	| "restore"
	| "deleteSnapshot"
> {
	const run = async (op: string, args: object): Promise<readonly string[]> =>
		(await connection.run(op, args))?.values ?? [];
	return {
		replace: (session, dataset) =>
			inTurn(session, async () => {
				const ulid = findLastUlid(dataset);
				for (;;) {
					const state = await load(session);
					if (!state) return;
					const { origin } = state;
					const writes = advancePastUlid(state.writes, ulid);
					const to = { origin, writes, records: dataset, keepsCounts: true };
					if (await restart(session, state, to)) return;
				}
			}),
		reset: (session, changed) =>
			inTurn(session, async () => {
				for (;;) {
					const state = (await find(session)) ?? (await open(session));
					const origin = { ...state.origin, ...changed };
					const writes = createWriteContextState(origin.seed, options.start);
					const to = { origin, writes, keepsCounts: false };
					if (await restart(session, state, to)) return;
				}
			}),
		async drop(session) {
			mirrors.delete(session);
			await run("drop", { name: nameOfState(session) });
		},
		origin: async (session) =>
			(await find(session))?.origin ?? options.originOf(session),
		snapshot: (session) =>
			inTurn(session, async () => {
				for (;;) {
					const state = (await load(session)) ?? (await open(session));
					const { generation } = state;
					const name = nameOfState(session);
					const [id] = await run("snapshot", { name, generation });
					if (id !== undefined) return id;
				}
			}),
		snapshots: (session) => run("snapshots", { name: nameOfState(session) }),
		restore: (session, id) =>
			inTurn(session, async () => {
				const done = await run("restore", { name: nameOfState(session), id });
				return done.length > 0;
			}),
		async deleteSnapshot(session, id) {
			const name = nameOfState(session);
			return (await run("deleteSnapshot", { name, id })).length > 0;
		},
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
	const states = createSharedStates(connection, options);
	const { mirrors, load } = states;
	const createEmpty = (): Store => createStore(options);
	return {
		...createWriting(states, options, createEmpty),
		...createReading(
			{
				async use(session, act) {
					const state = await load(session);
					if (state) return act(state);
					const origin = options.originOf(session);
					return act({
						collections: createCollections(await options.load(origin)),
						writes: createWriteContextState(origin.seed, options.start),
					});
				},
			},
			options,
		),
		...createCounting(connection, states, options),
		...createStateMethods(connection, states, options),
		hasRecords: (session, names) =>
			names.some((name) => {
				const collection = mirrors.get(session)?.collections?.[name];
				return collection !== undefined && countRecords(collection) > 0;
			}),
		follow({ facets, idProperties, buckets }) {
			// Requests under way may still search a collection that is gone.
			const all = { ...options.facets, ...facets };
			Object.assign(options, { facets: all, idProperties, buckets });
		},
		createEmpty,
		unload(session) {
			mirrors.delete(session);
		},
		async close() {
			mirrors.clear();
			connection.close();
		},
	};
}
