import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type Libsql from "libsql";
import { errorMessage } from "../../values/errors.ts";

/** Says why a file cannot be used as a store, and what to do. */
export class StoreFileError extends Error {
	override readonly name = "StoreFileError";
}

/** Says why the file cannot take a write, which then changed nothing, and what to do. */
export class StoreFullError extends Error {
	override readonly name = "StoreFullError";
}

type Value = string | number | bigint | null;
export type Row = Readonly<Record<string, Value>>;

/** A statement that is prepared once. Values are passed as an array: libsql mistakes a lone value for named ones. */
export interface Statement {
	/** Returns how many rows have changed. For a statement that returns no rows; others would stay open. */
	run(...values: Value[]): number;
	get(...values: Value[]): Row | undefined;
	all(...values: Value[]): readonly Row[];
}

export interface Database {
	prepare(sql: string): Statement;
	/** Runs `write` in one transaction. @throws StoreFullError if it cannot be kept; nothing has changed then */
	atomically<Result>(write: () => Result): Result;
	/** @throws StoreFullError if the file cannot be closed; what was written is kept in its log */
	close(): void;
}

const isRow = (value: unknown): value is Row =>
	typeof value === "object" && value !== null;

/** Codes of SQLite for a write that may succeed later. */
const CANNOT_WRITE = /^SQLITE_(FULL|IOERR|READONLY)/;

/** Returns an error of SQLite as one that names the file, and any other error unchanged. */
function nameFile(path: string, error: unknown, isWrite: boolean): unknown {
	if (!(error instanceof Error && "code" in error)) return error;
	const { message } = error;
	return isWrite && CANNOT_WRITE.test(String(error.code))
		? new StoreFullError(
				`The store ${path} cannot keep this: ${message}. Nothing was changed. Make room on the disk, and try again.`,
				{ cause: error },
			)
		: new Error(
				`The store ${path} cannot be used: ${message}. Start the mock with a copy of the file, or with another file.`,
				{ cause: error },
			);
}

/** Notices that a file in use is no longer the same. */
function createFileGuard(path: string, file: string) {
	let known = statSync(file);
	return {
		/** @throws StoreFullError if another file or none has this name, or if the file has become smaller */
		check(): void {
			const found = statSync(file, { throwIfNoEntry: false });
			if (found?.ino !== known.ino || found.dev !== known.dev)
				throw new StoreFullError(
					`The store ${path} was deleted or replaced while the mock uses it, so the mock cannot keep anything. Move the file back, or restart the mock.`,
				);
			if (found.size < known.size)
				throw new StoreFullError(
					`The store ${path} was truncated while the mock uses it, so the mock cannot keep anything. Restore the file from a copy, or restart the mock.`,
				);
		},
		/** Notes how large the file is after a write. */
		note(): void {
			const found = statSync(file, { throwIfNoEntry: false });
			if (found?.ino === known.ino) known = found;
		},
	};
}

/**
 * Wraps an open database of libsql with a write-ahead log.
 * @param path the file, as messages name it
 */
export function wrapDatabase(sqlite: Libsql.Database, path: string): Database {
	const file = resolve(path);
	// SQLite would go on to write files that have no name any more.
	const fileGuard = createFileGuard(path, file);
	const logGuard = createFileGuard(`${path}-wal`, `${realpathSync(file)}-wal`);
	let depth = 0;

	function attempt<Result>(act: () => Result, isWrite = depth > 0): Result {
		try {
			return act();
		} catch (error) {
			throw nameFile(path, error, isWrite);
		}
	}

	function prepare(sql: string): Statement {
		const statement = attempt(() => sqlite.prepare(sql));
		const all = (...values: Value[]): Row[] =>
			attempt(() => statement.all(values)).filter(isRow);
		return {
			run: (...values) => attempt(() => statement.run(values).changes, true),
			// Not with `get` of libsql, which leaves the statement open, so that no transaction can end.
			get: (...values) => all(...values)[0],
			all,
		};
	}
	const begin = prepare("BEGIN IMMEDIATE");
	const commit = prepare("COMMIT");
	const rollback = prepare("ROLLBACK");

	return {
		prepare,
		atomically(write) {
			if (depth > 0) return write();
			fileGuard.check();
			logGuard.check();
			try {
				begin.run();
				depth = 1;
				const result = write();
				commit.run();
				fileGuard.note();
				logGuard.note();
				return result;
			} catch (error) {
				// A full disk ends the transaction by itself.
				if (sqlite.inTransaction) rollback.run();
				throw error;
			} finally {
				depth = 0;
			}
		},
		close() {
			if (!sqlite.open) return;
			try {
				// libsql keeps the file locked until its statements are collected, unless the lock is given up first.
				sqlite.exec(
					"PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM setting;",
				);
				// Only now: the log, which belongs to the old file, would otherwise be applied to the new one.
				fileGuard.check();
			} catch (error) {
				throw error instanceof StoreFullError
					? error
					: new StoreFullError(
							`The store ${path} could not be closed: ${errorMessage(error)}. Its last writes are in ${path}-wal. Keep both files, make room on the disk, and start the mock again.`,
							{ cause: error },
						);
			} finally {
				sqlite.close();
			}
		},
	};
}
