import { createCollections } from "../collection.ts";
import { createHistogram } from "../histogram.ts";
import {
	type Composed,
	createHead,
	fillWith,
	type StateChange,
	type States,
	type WholeState,
} from "../states.ts";
import type { StoreOptions } from "../store.ts";
import type { StoreConnection } from "./connection.ts";
import { Documents } from "./documents.ts";
import { createTurns } from "./in-turn.ts";
import { createStateReader, listFields, type StateCopy } from "./state-copy.ts";

/** Creates the methods that count exchanges. */
const createMetrics = (
	connection: StoreConnection,
	options: StoreOptions,
): Pick<States, "observe" | "observations"> => ({
	async observe(name, labels, seconds) {
		const { buckets } = options;
		const counts = { count: 0, sum: 0, bucketCounts: buckets.map(() => 0) };
		await connection.later("observe", {
			...{ name, seconds },
			series: JSON.stringify([labels, buckets]),
			first: JSON.stringify({ labels, buckets, ...counts }),
			bucket: buckets.findIndex((bound) => seconds <= bound) + 1,
		});
	},
	async observations(session) {
		const { buckets } = options;
		const found = await connection.call("HVALS", `doc:${session}:m`);
		const series = found
			.map((json) => JSON.parse(json))
			// Counts by other bounds say nothing about these.
			.filter((each) => `${each.buckets}` === `${buckets}`)
			.sort((a, b) => a.place - b.place);
		return createHistogram(buckets, series).observations();
	},
});

/**
 * Creates states that several processes share. Each has copies of them in memory, and asks Redis what has changed since
 * before it uses one.
 */
export function createRedisStates(
	connection: StoreConnection,
	options: StoreOptions,
): States {
	const documents = new Documents(connection, createStateReader());
	const inTurn = createTurns();
	const run = (op: string, name: string, args: object = {}) =>
		connection.run(op, { name, ...args });

	/** Returns a state as it is now, creating it on first use. */
	async function open(session: string): Promise<StateCopy> {
		for (;;) {
			const found = await documents.find(session);
			if (found) return found;
			const head = createHead(options.originOf(session), options);
			const fields = listFields(head);
			await documents.run("commit", session, undefined, { fields });
		}
	}

	/** Returns undefined, and does nothing, if another process has changed the state since. */
	const make = async (session: string, copy: StateCopy, change: StateChange) =>
		copy.isDropped ??
		documents.run("commit", session, copy, {
			fields: listFields(change),
			isAnew: change.origin !== undefined,
			keepsCounts: change.dataset !== undefined,
		});

	/** Returns a state as it is now, with its records. */
	async function load(session: string): Promise<StateCopy & WholeState> {
		let copy = await open(session);
		for (;;) {
			if (copy.collections) return { ...copy, collections: copy.collections };
			const filled = fillWith(copy, await options.load(copy.origin));
			await make(session, copy, filled);
			const collections = createCollections(filled.dataset);
			const found = await documents.find(session);
			copy = found ?? { ...copy, ...filled, collections, isDropped: true };
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
		...createMetrics(connection, options),
		async snapshot(session) {
			await load(session);
			const [id = ""] = await run("snapshot", session);
			return id;
		},
		snapshots: (session) =>
			connection.call("ZRANGE", `snapshots:${session}`, "0", "-1"),
		restore: async (session, id) =>
			(await run("useSnapshot", session, { id })).length > 0,
		deleteSnapshot: async (session, id) =>
			(await run("useSnapshot", session, { id, isDeleted: true })).length > 0,
		origin: async (session) =>
			(await documents.find(session))?.origin ?? options.originOf(session),
		// All mocks of a store have the same collections, which never change.
		hasRecords: () => false,
		async drop(session) {
			await run("drop", session);
		},
		unload(session) {
			documents.copies.delete(session);
		},
		close: async () => connection.close(),
	};
}
