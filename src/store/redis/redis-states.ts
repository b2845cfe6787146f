import { createCollections } from "../collection.ts";
import { createHistogram, type Series } from "../histogram.ts";
import {
	type Composed,
	createHead,
	fillWith,
	hasAny,
	type StateChange,
	type States,
} from "../states.ts";
import type { Observation, StoreOptions } from "../store.ts";
import { inGroups, type StoreConnection } from "./connection.ts";
import { type Commit, Documents } from "./documents.ts";
import { createTurns } from "./in-turn.ts";
import {
	type Datasets,
	isLoaded,
	type LoadedCopy,
	listFields,
	nameOfState,
	readState,
	type StateCopy,
} from "./state-copy.ts";

/** Reads what the script has counted: each field is a part of a series, its bounds and its labels. */
function readCounts(
	values: readonly string[],
	buckets: readonly number[],
): readonly Observation[] {
	const found = new Map<string, Series & { place: number }>();
	for (const [field = "", value] of inGroups(values, 2)) {
		const [part, bounds, labels] = JSON.parse(field);
		// Counts by other bounds say nothing about these.
		if (`${bounds}` !== `${buckets}`) continue;
		const counts = { place: 0, count: 0, sum: 0 };
		const key = JSON.stringify(labels);
		const series = found.get(key) ?? {
			...{ ...counts, labels },
			bucketCounts: buckets.map(() => 0),
		};
		found.set(key, series);
		const place = typeof part === "number" ? series.bucketCounts : series;
		Reflect.set(place, part, Number(value));
	}
	const series = [...found.values()].sort((a, b) => a.place - b.place);
	return createHistogram(buckets, series).observations();
}

/**
 * Creates states that several processes share. Each has copies of them in memory, and asks Redis what has changed since
 * before it uses one.
 */
export function createRedisStates(
	connection: StoreConnection,
	options: StoreOptions,
): States {
	const datasets: Datasets = new Map();
	const documents = new Documents<StateCopy>(connection, (...read) =>
		readState(...read, datasets),
	);
	const { copies } = documents;
	const inTurn = createTurns();
	const run = (op: string, session: string, args: object = {}) =>
		connection.run(op, { name: nameOfState(session), ...args });

	/** Returns a state as it is now, creating it on first use. */
	async function open(session: string): Promise<StateCopy> {
		const begun = listFields(createHead(options.originOf(session), options));
		for (;;) {
			const opened = await documents.find(nameOfState(session), begun);
			if (opened) return opened;
		}
	}

	async function make(
		session: string,
		copy: StateCopy,
		change: StateChange,
	): Promise<boolean> {
		if (copy.isDropped) return true;
		const { origin, dataset } = change;
		const anew: Commit["anew"] =
			origin && (dataset ? "with counts" : "without counts");
		const commit = { fields: listFields(change), anew };
		return documents.commit(nameOfState(session), copy, commit);
	}

	/** Returns a state as it is now, with its records. */
	async function load(session: string): Promise<LoadedCopy> {
		for (let wasOpen = false; ; wasOpen = true) {
			const found = await documents.find(nameOfState(session));
			const copy = found ?? (await open(session));
			if (isLoaded(copy)) return copy;
			const dataset = await options.load(copy.origin);
			const filled = fillWith(copy, dataset);
			if (found || !wasOpen) {
				await make(session, copy, filled);
				continue;
			}
			// The state was dropped while its dataset was built.
			await run("drop", session);
			const collections = createCollections(dataset);
			return { ...copy, ...filled, collections, isDropped: true };
		}
	}

	/** Changes of this process take turns, so that they do not conflict. */
	const change = <Copy extends StateCopy, Result>(
		session: string,
		read: (session: string) => Promise<Copy>,
		compose: (copy: Copy) => Composed<Result>,
	): Promise<Result> =>
		inTurn(session, async () => {
			for (;;) {
				const copy = await read(session);
				const made = compose(copy);
				if (!made.writes || (await make(session, copy, made)))
					return made.result;
			}
		});

	return {
		use: async (session, act) => act(await load(session)),
		change: (session, compose) => change(session, load, compose),
		changeHead: (session, compose) => change(session, open, compose),
		async observe(session, labels, seconds) {
			const { buckets } = options;
			const bucket = buckets.findIndex((bound) => seconds <= bound);
			const field = (part: string | number): string =>
				JSON.stringify([part, buckets, labels]);
			const adds = [field("count"), "1", field("sum"), `${seconds}`];
			if (bucket >= 0) adds.push(field(bucket), "1");
			const args = { place: field("place"), adds };
			while ((await run("observe", session, args)).length === 0)
				await open(session);
		},
		async observations(session) {
			const key = `doc:${nameOfState(session)}:m`;
			return readCounts(await connection.call("HGETALL", key), options.buckets);
		},
		async snapshot(session) {
			for (;;) {
				const { generation } = await load(session);
				const [id] = await run("snapshot", session, { generation });
				if (id !== undefined) return id;
			}
		},
		snapshots(session) {
			const key = `snapshots:${nameOfState(session)}`;
			return connection.call("ZRANGE", key, "0", "-1");
		},
		restore: async (session, id) =>
			(await run("restore", session, { id })).length > 0,
		deleteSnapshot: async (session, id) =>
			(await run("deleteSnapshot", session, { id })).length > 0,
		origin: async (session) =>
			(await documents.find(nameOfState(session)))?.origin ??
			options.originOf(session),
		hasRecords: (session, names) =>
			hasAny(copies.get(nameOfState(session))?.collections, names),
		async drop(session) {
			copies.delete(nameOfState(session));
			await run("drop", session);
		},
		unload(session) {
			copies.delete(nameOfState(session));
		},
		async close() {
			connection.close();
		},
	};
}
