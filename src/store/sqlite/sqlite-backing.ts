import { mapValues } from "../../values/json.ts";
import type { Backing, SessionState } from "../backing.ts";
import type { Histogram, Series } from "../histogram.ts";
import type { Database } from "./database.ts";
import { createCollectionsReader, createKeptDatasets } from "./datasets.ts";
import type { PlannedWrites } from "./planned-writes.ts";

/** The statements for states and their records. A state is stored as its snapshot 0. */
const STATEMENTS = {
	select:
		"SELECT id, origin, writes, series, dataset FROM state WHERE session = ? AND snapshot = ?",
	insertState:
		"INSERT INTO state (session, snapshot, origin, writes, series, dataset) VALUES (?, 0, ?, ?, ?, ?)",
	remove: "DELETE FROM state WHERE session = ? AND snapshot = ?",
	removeAll: "DELETE FROM state WHERE session = ?",
	copyState:
		"INSERT INTO state (session, snapshot, origin, writes, series, dataset) SELECT session, ?, origin, writes, series, dataset FROM state WHERE id = ? RETURNING id",
	copyRecords:
		"INSERT INTO record SELECT ?, collection, sequence, version, removed, json FROM record WHERE state = ?",
	listSnapshots:
		"SELECT snapshot FROM state WHERE session = ? AND snapshot > 0 ORDER BY snapshot",
	nextSnapshot:
		"INSERT INTO setting VALUES ('snapshots', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value",
	setWrites: "UPDATE state SET writes = ? WHERE session = ? AND snapshot = 0",
	setCounts:
		"UPDATE state SET writes = ?, series = ? WHERE session = ? AND snapshot = 0",
	setRecord:
		"INSERT INTO record SELECT id, ?, ?, ?, ?, ? FROM state WHERE session = ? AND snapshot = 0 ON CONFLICT DO UPDATE SET version = excluded.version, removed = excluded.removed, json = excluded.json",
};

/** The error for a state in memory without a row. All later writes would be lost. */
const lostState = (session: string): Error =>
	new Error(
		`The store has lost the state "${session}", and cannot keep its changes. Reset the session, or delete it.`,
	);

/** Reads and writes the rows of states and snapshots. */
function createRows(
	database: Database,
	createHistogram: (series: readonly Series[]) => Histogram,
) {
	const statements = mapValues(STATEMENTS, (sql) => database.prepare(sql));
	const datasets = createKeptDatasets(database);
	const readCollections = createCollectionsReader(database, datasets);

	function insert(session: string, state: SessionState): void {
		const { origin, writes, histogram, collections } = state;
		statements.insertState.run(
			session,
			JSON.stringify(origin),
			JSON.stringify(writes),
			JSON.stringify(histogram.series()),
			collections ? datasets.keep(collections) : null,
		);
	}

	return {
		...statements,
		insert,
		/** Deletes unused datasets. */
		prune: datasets.prune,
		/** Parses the id of a snapshot. Returns undefined if the snapshot does not exist. */
		findSnapshot(session: string, snapshot: string): number | undefined {
			const id = Number(snapshot);
			return id > 0 && statements.select.get(session, id) ? id : undefined;
		},
		/** Copies a state or a snapshot. */
		copy(session: string, from: number, to: number): void {
			const source = statements.select.get(session, from);
			if (!source) throw lostState(session);
			const id = Number(source.id);
			const copied = statements.copyState.get(to, id);
			statements.copyRecords.run(Number(copied?.id), id);
		},
		/** @param snapshot 0 for the state itself */
		find(session: string, snapshot = 0): SessionState | undefined {
			const row = statements.select.get(session, snapshot);
			if (!row) return undefined;
			return {
				origin: database.parse(row.origin),
				writes: database.parse(row.writes),
				histogram: createHistogram(database.parse(row.series)),
				...(row.dataset !== null && {
					collections: readCollections(Number(row.id), Number(row.dataset)),
				}),
			};
		},
		/** Inserts only a state that is not loaded. Other states would lose their records. */
		keepCounts(session: string, state: SessionState): void {
			const { writes, histogram, collections } = state;
			const series = JSON.stringify(histogram.series());
			const kept = JSON.stringify(writes);
			const changed = statements.setCounts.run(kept, series, session);
			if (changed === 0 && !collections) insert(session, state);
		},
	};
}

/** The methods for snapshots. */
const createSnapshots = (
	rows: ReturnType<typeof createRows>,
	planned: PlannedWrites,
): Pick<
	Backing,
	"snapshot" | "snapshots" | "findSnapshot" | "restore" | "deleteSnapshot"
> => ({
	snapshot(session) {
		planned.run(session);
		return planned.atomically(() => {
			const id = Number(rows.nextSnapshot.get()?.value);
			rows.copy(session, 0, id);
			return `${id}`;
		});
	},
	snapshots: (session) =>
		rows.listSnapshots.all(session).map(({ snapshot }) => `${snapshot}`),
	findSnapshot(session, snapshot) {
		const id = rows.findSnapshot(session, snapshot);
		return id === undefined ? undefined : rows.find(session, id);
	},
	restore(session, snapshot) {
		const id = rows.findSnapshot(session, snapshot);
		if (id === undefined) return undefined;
		planned.atomically(() => {
			rows.remove.run(session, 0);
			rows.copy(session, id, 0);
		});
		planned.forget(session);
		return rows.find(session);
	},
	deleteSnapshot(session, snapshot) {
		const id = rows.findSnapshot(session, snapshot);
		if (id === undefined) return false;
		planned.atomically(() => {
			rows.remove.run(session, id);
			rows.prune();
		});
		return true;
	},
});

/**
 * Creates a backing that stores states in a database. Records, clock and ids are stored with each write; counts and
 * the random numbers of faults are stored soon afterwards.
 */
export function createSqliteBacking(
	database: Database,
	planned: PlannedWrites,
	createHistogram: (series: readonly Series[]) => Histogram,
): Backing {
	const rows = createRows(database, createHistogram);
	return {
		isDurable: true,
		find(session) {
			planned.run(session);
			return rows.find(session);
		},
		begin(session, state) {
			planned.atomically(() => {
				rows.remove.run(session, 0);
				rows.insert(session, state);
				rows.prune();
			});
			planned.forget(session);
		},
		write(session, writes, changes) {
			planned.atomically(() => {
				if (rows.setWrites.run(JSON.stringify(writes), session) === 0)
					throw lostState(session);
				for (const each of changes)
					rows.setRecord.run(
						each.collection,
						each.sequence,
						each.version,
						Number(each.isRemoved),
						JSON.stringify(each.record),
						session,
					);
			});
		},
		touch(session, state) {
			planned.plan(session, () => rows.keepCounts(session, state));
		},
		...createSnapshots(rows, planned),
		drop(session) {
			// This comes first: otherwise, if the file is full, the planned write of its counts would create the state again.
			planned.forget(session);
			database.atomically(() => {
				rows.removeAll.run(session);
				rows.prune();
			});
		},
		close: () => planned.flush(),
	};
}
