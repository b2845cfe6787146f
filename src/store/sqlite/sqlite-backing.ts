import type { Backing, SessionState } from "../backing.ts";
import type { Histogram, Series } from "../histogram.ts";
import type { WriteContextState } from "../write-context.ts";
import type { Database } from "./database.ts";
import { createKeptDatasets } from "./datasets.ts";
import { createCollectionsReader } from "./read-collections.ts";
import type { Soon } from "./soon.ts";

/**
 * Creates a backing that keeps states in a database. Records, clock and ids are kept with each write; counts and the
 * random numbers of faults are kept soon afterwards.
 */
export function createSqliteBacking(
	database: Database,
	soon: Soon,
	createHistogram: (series: readonly Series[]) => Histogram,
): Backing {
	const datasets = createKeptDatasets(database);
	const readCollections = createCollectionsReader(database, datasets);
	const select = database.prepare(
		"SELECT id, origin, writes, series, dataset FROM state WHERE session = ? AND snapshot = ?",
	);
	const insert = database.prepare(
		"INSERT INTO state (session, snapshot, origin, writes, series, dataset) VALUES (?, 0, ?, ?, ?, ?)",
	);
	const remove = database.prepare(
		"DELETE FROM state WHERE session = ? AND snapshot = ?",
	);
	const removeAll = database.prepare("DELETE FROM state WHERE session = ?");
	const copyState = database.prepare(
		"INSERT INTO state (session, snapshot, origin, writes, series, dataset) SELECT session, ?, origin, writes, series, dataset FROM state WHERE id = ? RETURNING id",
	);
	const copyRecords = database.prepare(
		"INSERT INTO record SELECT ?, collection, sequence, version, removed, json FROM record WHERE state = ?",
	);
	const listSnapshots = database.prepare(
		"SELECT snapshot FROM state WHERE session = ? AND snapshot > 0 ORDER BY snapshot",
	);
	const nextSnapshot = database.prepare(
		"INSERT INTO setting VALUES ('snapshots', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value",
	);
	const setWrites = database.prepare(
		"UPDATE state SET writes = ? WHERE session = ? AND snapshot = 0",
	);
	const setCounts = database.prepare(
		"UPDATE state SET writes = ?, series = ? WHERE session = ? AND snapshot = 0 RETURNING id",
	);
	const setRecord = database.prepare(
		"INSERT INTO record SELECT id, ?, ?, ?, ?, ? FROM state WHERE session = ? AND snapshot = 0 ON CONFLICT DO UPDATE SET version = excluded.version, removed = excluded.removed, json = excluded.json",
	);

	function insertState(session: string, state: SessionState): void {
		const { origin, writes, histogram, collections } = state;
		insert.run(
			session,
			JSON.stringify(origin),
			JSON.stringify(writes),
			JSON.stringify(histogram.series()),
			collections ? datasets.keep(collections) : null,
		);
	}

	/** Copies a state or a snapshot, and returns its id. */
	function copy(session: string, from: number, to: number): boolean {
		const source = select.get(session, from);
		if (!source) return false;
		const id = Number(source.id);
		copyRecords.run(Number(copyState.get(to, id)?.id), id);
		return true;
	}

	function find(session: string): SessionState | undefined {
		const row = select.get(session, 0);
		if (!row) return undefined;
		const writes: WriteContextState = JSON.parse(String(row.writes));
		return {
			origin: JSON.parse(String(row.origin)),
			writes,
			histogram: createHistogram(JSON.parse(String(row.series))),
			...(row.dataset !== null && {
				collections: readCollections(Number(row.id), Number(row.dataset)),
			}),
		};
	}

	const keepCounts = (session: string, state: SessionState): void => {
		const { writes, histogram } = state;
		const series = JSON.stringify(histogram.series());
		if (!setCounts.get(JSON.stringify(writes), series, session))
			insertState(session, state);
	};

	return {
		isDurable: true,
		find(session) {
			soon.run(session);
			return find(session);
		},
		begin(session, state) {
			database.atomically(() => {
				remove.run(session, 0);
				insertState(session, state);
				datasets.prune();
			});
			soon.forget(session);
		},
		write(session, writes, changes) {
			database.atomically(() => {
				setWrites.run(JSON.stringify(writes), session);
				for (const each of changes)
					setRecord.run(
						each.collection,
						each.sequence,
						each.version,
						Number(each.isRemoved),
						JSON.stringify(each.record),
						session,
					);
				soon.runDue();
			});
		},
		touch(session, state) {
			soon.plan(session, () => keepCounts(session, state));
		},
		snapshot(session) {
			soon.run(session);
			return database.atomically(() => {
				const id = Number(nextSnapshot.get()?.value);
				copy(session, 0, id);
				return `${id}`;
			});
		},
		snapshots: (session) =>
			listSnapshots.all(session).map(({ snapshot }) => `${snapshot}`),
		restore(session, snapshot) {
			const id = Number(snapshot);
			if (!(id > 0) || !select.get(session, id)) return undefined;
			database.atomically(() => {
				remove.run(session, 0);
				copy(session, id, 0);
			});
			soon.forget(session);
			return find(session);
		},
		deleteSnapshot(session, snapshot) {
			const id = Number(snapshot);
			if (!(id > 0) || !select.get(session, id)) return false;
			database.atomically(() => {
				remove.run(session, id);
				datasets.prune();
			});
			return true;
		},
		drop(session) {
			database.atomically(() => {
				removeAll.run(session);
				datasets.prune();
			});
			soon.forget(session);
		},
		close: soon.flush,
	};
}
