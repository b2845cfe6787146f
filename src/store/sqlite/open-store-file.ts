import type { InitialState, StoreFile } from "../store-file.ts";
import { createKeptSessions } from "./kept-sessions.ts";
import { openDatabase } from "./open-database.ts";
import { createSoon } from "./soon.ts";
import { createSqliteBacking } from "./sqlite-backing.ts";

export interface StoreFileOptions {
	/** The maximum size of the file, in pages of 4 KiB; defaults to no limit. */
	readonly maxPages?: number | undefined;
	/** Called with each error of a write that no request waits for, or of closing the file; defaults to ignoring them. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Opens a SQLite file that keeps the sessions of a mock, and creates it if it does not exist. Closing the mock closes it.
 * @throws StoreFileError if the package libsql is missing, or the file cannot be used; the file is unchanged then
 */
export async function openStoreFile(
	path: string,
	{ maxPages, onError = () => {} }: StoreFileOptions = {},
): Promise<StoreFile> {
	const database = await openDatabase(path, maxPages);
	const soon = createSoon(database, onError);
	const select = database.prepare("SELECT value FROM setting WHERE name = ?");
	const insert = database.prepare("INSERT INTO setting VALUES (?, ?)");
	const retain = database.prepare(
		"DELETE FROM state WHERE session NOT IN (SELECT value FROM json_each(?))",
	);
	return {
		initial(given) {
			const kept = select.get("initial");
			if (!kept) insert.run("initial", JSON.stringify(given));
			const initial: InitialState = kept
				? JSON.parse(String(kept.value))
				: given;
			return initial;
		},
		createBacking(createHistogram) {
			const backing = createSqliteBacking(database, soon, createHistogram);
			return {
				...backing,
				close() {
					backing.close();
					try {
						database.close();
					} catch (error) {
						onError(error);
					}
				},
			};
		},
		sessions: createKeptSessions(database, soon),
		retain(states) {
			retain.run(JSON.stringify(states));
		},
	};
}
