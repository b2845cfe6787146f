import type Libsql from "libsql";
import { StoreFullError } from "./store-errors.ts";

type Value = string | number | bigint | null;
export type Row = Readonly<Record<string, Value>>;

/** A statement that is prepared once. Values are passed as an array: libsql mistakes a lone value for named ones. */
export interface Statement {
	/** For a statement that returns no rows; others would stay open. */
	run(...values: Value[]): void;
	get(...values: Value[]): Row | undefined;
	all(...values: Value[]): readonly Row[];
}

export interface Database {
	prepare(sql: string): Statement;
	/** Runs `write` in one transaction. @throws StoreFullError if it cannot be kept; nothing changed then */
	atomically<Result>(write: () => Result): Result;
	close(): void;
}

const isRow = (value: unknown): value is Row =>
	typeof value === "object" && value !== null;

/** Codes of SQLite for a write that may succeed later. */
const CANNOT_WRITE = /^SQLITE_(FULL|IOERR|READONLY)/;

const toStoreError = (error: unknown): unknown =>
	error instanceof Error &&
	"code" in error &&
	CANNOT_WRITE.test(String(error.code))
		? new StoreFullError(
				`The store cannot keep this: ${error.message}. Nothing was changed. Make room on the disk, and send the request again.`,
				{ cause: error },
			)
		: error;

/** Wraps an open database of libsql. */
export function wrapDatabase(sqlite: Libsql.Database): Database {
	const begin = sqlite.prepare("BEGIN IMMEDIATE");
	const commit = sqlite.prepare("COMMIT");
	const rollback = sqlite.prepare("ROLLBACK");
	let depth = 0;
	return {
		prepare(sql) {
			const statement = sqlite.prepare(sql);
			const all = (...values: Value[]): Row[] =>
				statement.all(values).filter(isRow);
			return {
				run: (...values) => {
					statement.run(values);
				},
				// Not with `get` of libsql, which leaves the statement open, so that no transaction can end.
				get: (...values) => all(...values)[0],
				all,
			};
		},
		atomically(write) {
			if (depth > 0) return write();
			try {
				begin.run([]);
				depth = 1;
				const result = write();
				commit.run([]);
				return result;
			} catch (error) {
				// A full disk ends the transaction by itself.
				if (sqlite.inTransaction) rollback.run([]);
				throw toStoreError(error);
			} finally {
				depth = 0;
			}
		},
		close() {
			if (!sqlite.open) return;
			// libsql keeps the file locked until its statements are collected, unless the lock is given up first.
			sqlite.exec(
				"PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM setting;",
			);
			sqlite.close();
		},
	};
}
