import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorMessage } from "../../values/error-message.ts";
import { hasCode } from "../../values/has-code.ts";
import { isObject } from "../../values/is-object.ts";
import { type Database, wrapDatabase } from "./database.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";
import { StoreFileError } from "./store-errors.ts";

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Where the header of a SQLite file has the version of the schema, and the application. */
const VERSION_OFFSET = 60;
const APPLICATION_OFFSET = 68;

/**
 * Reads the version of the schema from the header of the file, which SQLite would change when it opens it.
 * @returns 0 for a file that does not exist or is empty
 */
function readVersion(path: string, newest: number): number {
	if (!existsSync(path)) return 0;
	if (!statSync(path).isFile())
		throw new StoreFileError(`${path} is not a file. Pass the path of a file.`);
	const header = Buffer.alloc(HEADER_BYTES);
	const file = openSync(path, "r");
	const length = readSync(file, header);
	closeSync(file);
	if (length === 0) return 0;
	if (
		header.toString("latin1", 0, MAGIC.length) !== MAGIC ||
		header.readUInt32BE(APPLICATION_OFFSET) !== APPLICATION_ID
	)
		throw new StoreFileError(
			`${path} is not a store of this mock. Nothing in it was changed. Pass the path of another file.`,
		);
	const version = header.readUInt32BE(VERSION_OFFSET);
	if (version > newest)
		throw new StoreFileError(
			`${path} was written by a newer version of zaps-understudy. Nothing in it was changed. Update the package, or pass the path of another file.`,
		);
	return version;
}

function describeFailure(path: string, error: unknown): string {
	const code = isObject(error) ? String(error.code) : "";
	if (/BUSY|LOCKED/.test(code))
		return `Another process uses ${path}. Stop it, or pass the path of another file.`;
	if (/READONLY|CANTOPEN|EACCES|EPERM/.test(code))
		return `Cannot write ${path}. Allow it to be written, together with its folder, or pass the path of another file.`;
	return `Cannot open the store ${path}: ${errorMessage(error)}. Pass the path of another file.`;
}

async function importLibsql() {
	try {
		return (await import("libsql")).default;
	} catch (error) {
		if (!hasCode(error, "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"))
			throw error;
		throw new StoreFileError(
			"A store in a file needs the package libsql. Install it with: npm install libsql",
			{ cause: error },
		);
	}
}

/**
 * Opens the database of a store, and creates or migrates it.
 * @param maxPages the maximum size, in pages of 4 KiB; defaults to no limit
 * @param migrations the statements that lead from each version to the next
 * @throws StoreFileError if libsql is missing, or the file cannot be used; the file is unchanged then
 */
export async function openDatabase(
	path: string,
	maxPages?: number,
	migrations: readonly string[] = MIGRATIONS,
): Promise<Database> {
	const folder = dirname(resolve(path));
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
		throw new StoreFileError(
			`Cannot create ${path}, because ${folder} is not a folder. Create it first.`,
		);
	const Libsql = await importLibsql();
	let sqlite: InstanceType<typeof Libsql> | undefined;
	try {
		const version = readVersion(path, migrations.length);
		sqlite = new Libsql(path);
		sqlite.exec(
			"PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT;",
		);
		const missing = migrations.slice(version);
		// Before the log is used, so that the header of the file has the version.
		if (missing.length > 0)
			sqlite.exec(`PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;
				${missing.join("")}
				PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length};
				COMMIT;`);
		sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
		if (maxPages !== undefined)
			sqlite.exec(`PRAGMA max_page_count = ${maxPages}`);
		return wrapDatabase(sqlite);
	} catch (error) {
		sqlite?.close();
		if (error instanceof StoreFileError) throw error;
		throw new StoreFileError(describeFailure(path, error), { cause: error });
	}
}
