import { existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type Libsql from "libsql";
import { errorMessage } from "../../values/errors.ts";

/** Thrown if a file cannot be used as a store. The message contains the reason and the remedy. */
export class StoreFileError extends Error {
	override readonly name = "StoreFileError";
}

/** Thrown if the file cannot take a write, which changed nothing. The message contains the reason and the remedy. */
export class StoreFullError extends Error {
	override readonly name = "StoreFullError";
}

type Value = string | number | bigint | null;
export type Row = Readonly<Record<string, Value>>;

/** A prepared statement. Values are passed as an array, because libsql mistakes a single value for named values. */
export interface Statement {
	/** Returns the number of changed rows. For statements that return no rows; others would stay open. */
	run(...values: Value[]): number;
	get(...values: Value[]): Row | undefined;
	all(...values: Value[]): readonly Row[];
}

export interface Database {
	prepare(sql: string): Statement;
	/**
	 * Runs `write` in one transaction.
	 * @throws StoreFullError if the transaction cannot be stored. Then nothing has changed.
	 */
	atomically<Result>(write: () => Result): Result;
	/** @throws StoreFullError if the file cannot be closed. All writes are in its log then. */
	close(): void;
}

const isRow = (value: unknown): value is Row =>
	typeof value === "object" && value !== null;

/** SQLite codes of a write that may succeed later. */
const CANNOT_WRITE = /^SQLITE_(FULL|IOERR|READONLY)/;

/** Converts an error of SQLite to an error that names the file. Returns other errors unchanged. */
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

/** Creates a guard that notices when a file in use was replaced, deleted or truncated. */
function createFileGuard(path: string, file: string) {
	let known = statSync(file);
	const find = () => {
		const found = statSync(file, { throwIfNoEntry: false });
		return found?.ino === known.ino && found.dev === known.dev
			? found
			: undefined;
	};
	return {
		/** Whether the file was neither replaced nor deleted. */
		isSame: (): boolean => find() !== undefined,
		/** @throws StoreFullError if the file was replaced or deleted, or has become smaller */
		check(): void {
			const found = find();
			if (!found)
				throw new StoreFullError(
					`The store ${path} was deleted or replaced while the mock uses it, so the mock cannot keep anything. Move the file back, or restart the mock.`,
				);
			if (found.size < known.size)
				throw new StoreFullError(
					`The store ${path} was truncated while the mock uses it, so the mock cannot keep anything. Restore the file from a copy, or restart the mock.`,
				);
		},
		/** Remembers the size of the file after a write. */
		note(): void {
			known = find() ?? known;
		},
	};
}

/**
 * Wraps an open libsql database with a write-ahead log.
 * @param path the file, for messages
 */
export function wrapDatabase(sqlite: Libsql.Database, path: string): Database {
	const file = resolve(path);
	// SQLite would continue to write to deleted files.
	const fileGuard = createFileGuard(path, file);
	const logFile = `${realpathSync(file)}-wal`;
	const logGuard = createFileGuard(`${path}-wal`, logFile);
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
			// Without `get` of libsql, which leaves the statement open, so that no transaction can end.
			get: (...values) => all(...values)[0],
			all,
		};
	}
	/**
	 * Writes the content to another file, and returns its path.
	 * @throws StoreFullError if this is not possible. The database stays open, so that its log stays.
	 */
	function saveElsewhere(): string {
		let saved = `${path}.saved`;
		for (let number = 2; existsSync(saved); number++)
			saved = `${path}.saved-${number}`;
		try {
			sqlite.prepare("VACUUM INTO ?").run([saved]);
			return saved;
		} catch (error) {
			throw new StoreFullError(
				`The store ${path} was deleted or replaced while the mock used it, and its content could not be saved in ${saved}: ${errorMessage(error)}. Move the file and ${path}-wal back.`,
				{ cause: error },
			);
		}
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
				// A full disk ends the transaction automatically.
				if (sqlite.inTransaction) rollback.run();
				throw error;
			} finally {
				depth = 0;
			}
		},
		close() {
			if (!sqlite.open) return;
			if (!fileGuard.isSame()) {
				const saved = saveElsewhere();
				// The log would be applied to whatever file has this path next. Another mock may have begun one of its own.
				if (logGuard.isSame()) rmSync(logFile);
				sqlite.close();
				throw new StoreFullError(
					`The store ${path} was deleted or replaced while the mock used it. What the mock kept is in ${saved}. Move it to ${path} to go on with it.`,
				);
			}
			try {
				// libsql keeps the file locked until its statements are garbage-collected, unless the lock is released first.
				sqlite.exec(
					"PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM setting;",
				);
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
