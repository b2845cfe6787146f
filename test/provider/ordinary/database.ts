import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Libsql from "libsql";

const SCHEMA = `
	CREATE TABLE IF NOT EXISTS zaps (
		seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS commands (
		seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS pipelines (
		seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS audit (
		seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
		at INTEGER NOT NULL, action TEXT NOT NULL, subject_type TEXT NOT NULL, subject_id TEXT NOT NULL,
		searched BLOB NOT NULL);
	CREATE INDEX IF NOT EXISTS audit_subject ON audit (subject_id);
	CREATE TABLE IF NOT EXISTS cursor_key (key TEXT NOT NULL);
`;

export type SqlValue = string | number | Buffer;
type Row = Readonly<Record<string, unknown>>;

export interface Database {
	run(sql: string, ...values: readonly SqlValue[]): void;
	rows(sql: string, ...values: readonly SqlValue[]): readonly Row[];
	/** Commits all writes of `work`, or none. */
	transaction<Result>(work: () => Result): Result;
	close(): void;
}

/** Returns a column whose type is text. */
export const textOf = (row: Row | undefined, column: string): string =>
	String(row?.[column]);
/** Returns a column whose type is integer. */
export const numberOf = (row: Row | undefined, column: string): number =>
	Number(row?.[column]);

function open(file: string): InstanceType<typeof Libsql> {
	try {
		return new Libsql(file);
	} catch (cause) {
		throw new Error(
			`the database ${file} cannot be opened; pass another --database`,
			{ cause },
		);
	}
}

/**
 * @param path defaults to a file in a folder that is removed on closing
 * @throws Error if the file cannot be opened or is not a database
 */
export function openDatabase(path: string | undefined): Database {
	const file =
		path ?? join(mkdtempSync(join(tmpdir(), "zaps-service-")), "zaps.db");
	const sqlite = open(file);
	sqlite.pragma("journal_mode = WAL");
	sqlite.pragma("synchronous = NORMAL");
	sqlite.exec(SCHEMA);
	const statements = new Map<string, ReturnType<typeof sqlite.prepare>>();
	const prepare = (sql: string): ReturnType<typeof sqlite.prepare> => {
		const statement = statements.get(sql) ?? sqlite.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
	return {
		// As an array, because libsql takes a single Buffer for named values and ends the process.
		run: (sql, ...values) => {
			prepare(sql).run([...values]);
		},
		rows: (sql, ...values) =>
			prepare(sql)
				.all([...values])
				.filter((row): row is Row => typeof row === "object" && row !== null),
		transaction: (work) => sqlite.transaction(work).immediate(),
		close() {
			statements.clear();
			sqlite.close();
			if (path === undefined)
				rmSync(dirname(file), { recursive: true, force: true });
		},
	};
}

/** Returns the secret that signs cursors. It is stored, so that cursors stay valid across restarts. */
export function readCursorKey(database: Database): string {
	return database.transaction(() => {
		const [found] = database.rows("SELECT key FROM cursor_key");
		if (found) return textOf(found, "key");
		const key = randomBytes(32).toString("hex");
		database.run("INSERT INTO cursor_key (key) VALUES (?)", key);
		return key;
	});
}
