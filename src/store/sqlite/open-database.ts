import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type Libsql from "libsql";
import { errorMessage, importOptional } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import { type Database, StoreFileError, wrapDatabase } from "./database.ts";
import { SCHEMA } from "./schema.ts";

/** Marks a file as a store of this mock; "zaps" in ASCII. */
const APPLICATION_ID = 0x7a61_7073;

/** The statements that migrate each version of the schema to the next one. A new version adds an item. */
export const MIGRATIONS: readonly string[] = [SCHEMA];

/**
 * Returns the version of the schema; 0 for a database without content.
 * @throws StoreFileError if this version of the mock cannot use the database
 */
function readVersion(sqlite: Libsql.Database, path: string, newest: number) {
	const [row] = sqlite
		.prepare(
			"SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS size FROM pragma_application_id, pragma_user_version",
		)
		.all([])
		.filter(isObject);
	if (row?.size === 0) return 0;
	if (row?.application !== APPLICATION_ID) throw notAStore(path);
	const version = Number(row.version);
	if (version > newest)
		throw new StoreFileError(
			`${path} was written by a newer version of zaps-understudy. Nothing in it was changed. Update the package, or pass the path of another file.`,
		);
	return version;
}

const notAStore = (path: string): StoreFileError =>
	new StoreFileError(
		`${path} is not a store of this mock. Nothing in it was changed. Pass the path of another file.`,
	);

function toStoreFileError(path: string, error: unknown): StoreFileError {
	if (error instanceof StoreFileError) return error;
	const code = isObject(error) ? String(error.code) : "";
	if (/NOTADB/.test(code)) return notAStore(path);
	const message = /BUSY|LOCKED/.test(code)
		? `Another process uses ${path}. Stop it, or pass the path of another file.`
		: /READONLY|CANTOPEN|EACCES|EPERM/.test(code)
			? `Cannot write ${path}. Allow it to be written, together with its folder, or pass the path of another file.`
			: `Cannot open the store ${path}: ${errorMessage(error)}. Pass the path of another file.`;
	return new StoreFileError(message, { cause: error });
}

/**
 * Opens the database of a store. Creates or migrates it if necessary.
 * @param maxPages the maximum size, in pages of 4 KiB; defaults to no limit
 * @param migrations the statements that migrate each version to the next one
 * @throws StoreFileError if libsql is missing, or the file cannot be used. Then the file is unchanged.
 */
export async function openDatabase(
	path: string,
	maxPages?: number,
	migrations: readonly string[] = MIGRATIONS,
): Promise<Database> {
	const file = resolve(path);
	const folder = dirname(file);
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
		throw new StoreFileError(
			`Cannot create ${path}, because ${folder} is not a folder. Create it first.`,
		);
	if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
		throw new StoreFileError(`${path} is not a file. Pass the path of a file.`);
	const { default: Database } = await importOptional(
		() => import("libsql"),
		(cause) =>
			new StoreFileError(
				"A store in a file needs the package libsql. Install it with: npm install libsql",
				{ cause },
			),
	);
	let sqlite: Libsql.Database | undefined;
	try {
		sqlite = new Database(file);
		sqlite.exec(
			"PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT;",
		);
		// Not earlier: if a mock was killed while it created or migrated the file, a journal may undo this.
		const version = readVersion(sqlite, path, migrations.length);
		const missing = migrations.slice(version);
		// One transaction, so that a killed mock leaves no partial migration.
		if (missing.length > 0)
			sqlite.exec(`BEGIN EXCLUSIVE;
				${missing.join("")}
				PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length};
				COMMIT;`);
		// The first transaction creates the log.
		sqlite.exec(
			"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT;",
		);
		if (maxPages !== undefined)
			sqlite.exec(`PRAGMA max_page_count = ${maxPages}`);
		return wrapDatabase(sqlite, path);
	} catch (error) {
		sqlite?.close();
		throw toStoreFileError(path, error);
	}
}
