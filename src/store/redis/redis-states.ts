import { createHash } from "node:crypto";
import { mapValues } from "../../values/json.ts";
import {
	applyChanges,
	type Collections,
	createCollections,
	type RecordChange,
} from "../collection.ts";
import { createHistogram } from "../histogram.ts";
import {
	type Composed,
	createHead,
	fillWith,
	type StateChange,
	type StateHead,
	type States,
	type WholeState,
} from "../states.ts";
import type {
	Dataset,
	Sequence,
	StoredRecord,
	StoreOptions,
} from "../store.ts";
import type { StoreConnection } from "./connection.ts";
import { createTurns, Documents, type Read, type Seen } from "./documents.ts";

/** A state of the store as this process has seen it. */
interface StateCopy extends Seen, StateHead {
	/** Undefined until the dataset is loaded. */
	readonly collections?: Collections;
	/** Set if the state was dropped while its dataset was built. Nothing stays of its changes. */
	readonly isDropped?: true;
}

const toArray = (records: Sequence<StoredRecord>) =>
	Array.from({ length: records.length }, (_, place) => records.at(place));

/** Returns the fields of a document that a change sets, each with its value. */
function listFields(change: StateChange): string[] {
	const { writes, origin, dataset, changes = [] } = change;
	const fields: Record<string, unknown> = { writes, origin };
	if (dataset) fields.dataset = mapValues(dataset, toArray);
	for (const each of changes)
		fields[`${each.sequence} ${each.collection}`] = each;
	return Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [name, JSON.stringify(value)],
	);
}

/** How many datasets stay in memory although no copy may have them. */
const MAX_DATASETS = 4;

/** Creates a function that returns the copy of a state after these fields were set. */
export function createStateReader(): Read<StateCopy> {
	/** The datasets that were read last, by the digest of their JSON. */
	const datasets = new Map<string, Dataset>();

	/** Reads a dataset. Each session has its own in the store, and together they may not fit into the memory. */
	function readDataset(json: string): Dataset {
		const digest = createHash("sha256").update(json).digest("base64");
		const dataset: Dataset = datasets.get(digest) ?? JSON.parse(json);
		datasets.delete(digest);
		datasets.set(digest, dataset);
		const [oldest = ""] = datasets.keys();
		if (datasets.size > MAX_DATASETS) datasets.delete(oldest);
		return dataset;
	}

	return (seen, fields, before) => {
		const { dataset, writes, origin, ...records } = Object.fromEntries(fields);
		const copy: StateCopy = {
			...seen,
			origin: origin ? JSON.parse(origin) : before?.origin,
			writes: writes ? JSON.parse(writes) : before?.writes,
		};
		const collections = dataset
			? createCollections(readDataset(dataset))
			: before?.collections;
		if (!collections) return copy;
		const changes: RecordChange[] = Object.values(records).map((json) =>
			JSON.parse(json),
		);
		changes.sort((a, b) => a.sequence - b.sequence);
		return { ...copy, collections: applyChanges(collections, changes) };
	};
}

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
