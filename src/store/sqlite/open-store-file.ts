import type { KeptSession, KeptSessions, StoreFile } from "../backing.ts";
import type { Database, Row } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { PlannedWrites } from "./planned-writes.ts";
import { createSqliteBacking } from "./sqlite-backing.ts";

const toSession = (database: Database, row: Row): KeptSession => ({
	id: String(row.id),
	lastSeen: Number(row.last_seen),
	kept: database.parse(row.kept),
});

function createKeptSessions(
	database: Database,
	planned: PlannedWrites,
): KeptSessions {
	const select = database.prepare("SELECT * FROM session WHERE id = ?");
	const all = database.prepare("SELECT * FROM session ORDER BY number");
	const put = database.prepare(
		"INSERT INTO session (id, last_seen, kept) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen, kept = excluded.kept",
	);
	const remove = database.prepare("DELETE FROM session WHERE id = ?");
	const removeState = database.prepare("DELETE FROM state WHERE session = ?");
	/** Returns the key of a session. No state has such a name. */
	const keyOf = (id: string): string => `session:${id}`;
	const keep = ({ id, lastSeen, kept }: KeptSession): unknown =>
		put.run(id, Math.round(lastSeen), JSON.stringify(kept));

	return {
		read(id) {
			planned.run(keyOf(id));
			const row = select.get(id);
			return row && toSession(database, row);
		},
		list() {
			planned.flush();
			return all.all().map((row) => toSession(database, row));
		},
		keep(session, deleted = []) {
			database.atomically(() => {
				keep(session);
				for (const state of deleted) removeState.run(state);
			});
			planned.forget(keyOf(session.id));
		},
		keepLater(id, read, when) {
			planned.plan(keyOf(id), () => keep(read()), when === "with write");
		},
		delete(id, states) {
			database.atomically(() => {
				remove.run(id);
				for (const state of states) removeState.run(state);
			});
			planned.forget(keyOf(id));
		},
	};
}

export interface StoreFileOptions {
	/** The maximum size of the file, in pages of 4 KiB; defaults to no limit. */
	readonly maxPages?: number | undefined;
	/** Called with each error of a background write or of closing the file. By default, errors are ignored. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Opens a SQLite file that keeps the sessions of a mock, and creates it if it does not exist. Closing the mock closes
 * the file.
 * @throws StoreFileError if the package libsql is missing, or the file cannot be used. Then the file is unchanged.
 */
export async function openStoreFile(
	path: string,
	{ maxPages, onError = () => {} }: StoreFileOptions = {},
): Promise<StoreFile> {
	const database = await openDatabase(path, maxPages);
	const planned = new PlannedWrites(database, onError);
	const select = database.prepare("SELECT value FROM setting WHERE name = ?");
	const insert = database.prepare(
		"INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
	);
	const setting = (name: string) => {
		const kept = select.get(name);
		return kept && database.parse(kept.value);
	};
	const retain = database.prepare(
		"DELETE FROM state WHERE session NOT IN (SELECT value FROM json_each(?))",
	);
	function close(): void {
		try {
			database.close();
		} catch (error) {
			onError(error);
		}
	}
	return {
		initial(given) {
			const kept = setting("initial");
			if (!kept) insert.run("initial", JSON.stringify(given));
			return kept ?? given;
		},
		isNew: () => select.get("initial") === undefined,
		schemas: () => setting("schemas"),
		keepSchemas(schemas) {
			insert.run("schemas", JSON.stringify(schemas));
		},
		createBacking(createHistogram) {
			const backing = createSqliteBacking(database, planned, createHistogram);
			return {
				...backing,
				close() {
					backing.close();
					close();
				},
			};
		},
		close,
		sessions: createKeptSessions(database, planned),
		retain(states) {
			retain.run(JSON.stringify(states));
		},
	};
}
