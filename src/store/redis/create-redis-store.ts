import { startOf } from "../clock.ts";
import { countRecords } from "../collection.ts";
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
import { createTurns } from "./in-turn.ts";
import { isLoaded, type LoadedMirror, type Mirror } from "./mirror.ts";
import {
	createSharedStates,
	nameOfState,
	type SharedStates,
} from "./shared-states.ts";

/** Calls that change a session take turns, so that those of one process do not conflict. */
type InTurn = ReturnType<typeof createTurns>;

/** The methods that change records and draw random numbers. Each composes its write until no other one comes between. */
function createWriting(
	{ mirrors, load, open, find, commit }: SharedStates,
	options: StoreOptions,
	inTurn: InTurn,
): Pick<Store, "append" | "change" | "drawFractions"> {
	/** @param known the state to try first, which may be outdated */
	async function write<Result>(
		session: string,
		compose: (state: LoadedMirror) => ComposedWrite<Result> | undefined,
		known?: Mirror,
	): Promise<{ readonly result: Result } | undefined> {
		for (let first = known; ; first = undefined) {
			const state = first && isLoaded(first) ? first : await load(session);
			const composed = compose(state);
			if (!composed) return undefined;
			if (await commit(session, state, composed)) return composed;
		}
	}

	return {
		append: (session, compose) =>
			inTurn(session, async () => {
				const composed = await write(
					session,
					(state) => composeAppend(state, options, compose),
					mirrors.get(session),
				);
				if (!composed) throw new Error("An append composes a write.");
				return composed.result;
			}),
		change: (session, target, compose) =>
			inTurn(session, async () => {
				const composed = await write(session, (state) =>
					composeChange(state, options, target, compose),
				);
				return composed && { result: composed.result };
			}),
		drawFractions: (session, count) =>
			inTurn(session, async () => {
				for (let known = mirrors.get(session); ; known = undefined) {
					const state = known ?? (await find(session)) ?? (await open(session));
					const { fractions, after } = drawFractions(state.writes, count);
					if (await commit(session, state, { writes: after })) return fractions;
				}
			}),
	};
}

/** Reads the series that the script has counted, each as its place, its count, its sum and the counts of its buckets. */
function readSeries(values: readonly string[], prefix: string): Series[] {
	const found: (Series & { readonly place: number })[] = [];
	for (let index = 0; index + 1 < values.length; index += 2) {
		const key = values[index] ?? "";
		// Counts by other bounds say nothing about these.
		if (!key.startsWith(prefix)) continue;
		const numbers = (values[index + 1] ?? "").split(" ").map(Number);
		const [place = 0, count = 0, sum = 0, ...bucketCounts] = numbers;
		const labels = JSON.parse(key.slice(prefix.length));
		found.push({ place, labels, count, sum, bucketCounts });
	}
	return found.sort((a, b) => a.place - b.place);
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
				name: nameOfState(session),
				series: `${buckets} ${JSON.stringify(labels)}`,
				seconds: `${seconds}`,
				bucket: `${found < 0 ? buckets.length : found}`,
				buckets: `${buckets.length}`,
			};
			while ((await connection.run("observe", args))?.values.length === 0)
				await open(session);
		},
		async observations(session) {
			const { buckets } = options;
			const name = nameOfState(session);
			const found = await connection.run("observations", { name });
			const series = readSeries(found?.values ?? [], `${buckets} `);
			return createHistogram(buckets, series).observations();
		},
	};
}

/** The methods for whole states and for snapshots. */
function createStateMethods(
	connection: StoreConnection,
	{ load, find, open, commit, mirrors }: SharedStates,
	options: StoreOptions,
	inTurn: InTurn,
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
	const run = async (
		op: string,
		session: string,
		args: object = {},
	): Promise<readonly string[]> => {
		const name = nameOfState(session);
		return (await connection.run(op, { name, ...args }))?.values ?? [];
	};
	return {
		replace: (session, dataset) =>
			inTurn(session, async () => {
				for (;;) {
					const state = await load(session);
					const { origin } = state;
					const writes = advancePastUlid(state.writes, findLastUlid(dataset));
					const to = { origin, writes, dataset, keepsCounts: true };
					if (await commit(session, state, to)) return;
				}
			}),
		reset: (session, changed) =>
			inTurn(session, async () => {
				for (;;) {
					const state = (await find(session)) ?? (await open(session));
					const origin = { ...state.origin, ...changed };
					const writes = createWriteContextState(
						origin.seed,
						startOf(origin, options),
					);
					if (await commit(session, state, { origin, writes })) return;
				}
			}),
		async drop(session) {
			mirrors.delete(session);
			await run("drop", session);
		},
		origin: async (session) =>
			(await find(session))?.origin ?? options.originOf(session),
		snapshot: (session) =>
			inTurn(session, async () => {
				for (;;) {
					const { generation } = await load(session);
					const [id] = await run("snapshot", session, { generation });
					if (id !== undefined) return id;
				}
			}),
		snapshots: (session) => run("snapshots", session),
		restore: (session, id) =>
			inTurn(
				session,
				async () => (await run("restore", session, { id })).length > 0,
			),
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
	const states = createSharedStates(connection, options);
	const { mirrors, load } = states;
	const inTurn = createTurns();
	return {
		...createWriting(states, options, inTurn),
		...createReading(
			{ use: async (session, act) => act(await load(session)) },
			options,
		),
		...createCounting(connection, states, options),
		...createStateMethods(connection, states, options, inTurn),
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
		createEmpty: () => createStore(options),
		unload(session) {
			mirrors.delete(session);
		},
		async close() {
			mirrors.clear();
			connection.close();
		},
	};
}
