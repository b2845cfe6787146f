import {
	existsSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import type Libsql from "libsql";
import { errorMessage } from "../../values/errors.ts";
import {
	createContentGuard,
	createLogGuard,
	type Damage,
} from "./file-guard.ts";

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
	/** Reads a value of JSON. @throws Error that names the file if the value is damaged */
	parse(json: Value | undefined): ReturnType<typeof JSON.parse>;
	/** @throws StoreFullError if the file cannot be closed. All writes are in its log then. */
	close(): void;
}

const isRow = (value: unknown): value is Row =>
	typeof value === "object" && value !== null;

/** SQLite codes of a write that may succeed later. */
const CANNOT_WRITE = /^SQLITE_(FULL|IOERR|READONLY)/;

const cannotUse = (path: string, reason: string, cause: unknown): Error =>
	new Error(
		`The store ${path} cannot be used: ${reason}. Start the mock with a copy of the file, or with another file.`,
		{ cause },
	);

/** Converts an error of SQLite to an error that names the file. Returns other errors unchanged. */
function nameFile(path: string, error: unknown, isWrite: boolean): unknown {
	const code = error instanceof Error && "code" in error ? error.code : "";
	if (!(error instanceof Error && /^SQLITE/.test(String(code)))) return error;
	const { message } = error;
	return isWrite && CANNOT_WRITE.test(String(code))
		? new StoreFullError(
				`The store ${path} cannot keep this: ${message}. Nothing was changed. Make room on the disk, and try again.`,
				{ cause: error },
			)
		: cannotUse(path, message, error);
}

const REMEDIES = {
	"deleted or replaced": "Move the file back",
	truncated: "Restore the file from a copy",
	overwritten: "Restore the file from a copy",
};

/**
 * Wraps an open libsql database with a write-ahead log.
 * @param path the file, for messages
 */
export function wrapDatabase(sqlite: Libsql.Database, path: string): Database {
	const file = resolve(path);
	// SQLite would continue to write to deleted files.
	const fileGuard = createContentGuard(file);
	const logGuard = createLogGuard(`${realpathSync(file)}-wal`);
	const guards = [
		[path, fileGuard],
		[`${path}-wal`, logGuard],
	] as const;
	let depth = 0;

	function attempt<Result>(act: () => Result): Result {
		try {
			return act();
		} catch (error) {
			checkFiles();
			throw nameFile(path, error, depth > 0);
		}
	}

	function prepare(sql: string): Statement {
		const statement = attempt(() => sqlite.prepare(sql));
		const all = (...values: Value[]): Row[] =>
			attempt(() => statement.all(values)).filter(isRow);
		return {
			run: (...values) => atomically(() => statement.run(values).changes),
			// Without `get` of libsql, which leaves the statement open, so that no transaction can end.
			get: (...values) => all(...values)[0],
			all,
		};
	}
	/** @throws StoreFullError if another program changed a file */
	function checkFiles(): void {
		for (const [name, guard] of guards) {
			const damage = guard.findDamage();
			if (damage)
				throw new StoreFullError(
					`The store ${name} was ${damage} while the mock uses it, so the mock cannot keep anything. ${REMEDIES[damage]}, or restart the mock.`,
				);
		}
	}
	/** Does not count a log that was deleted or moved, because SQLite still applies it. */
	function findLogDamage(): Damage | undefined {
		const damage = logGuard.findDamage();
		return damage === "deleted or replaced" ? undefined : damage;
	}
	function close(): void {
		sqlite.close();
		fileGuard.close();
		logGuard.close();
	}
	/** Closes a file that has other content now, to which SQLite must not apply the log. */
	function closeOverwritten(): void {
		logGuard.empty();
		logGuard.remove();
		close();
	}
	/** Closes a file whose content could not be saved, and keeps the last writes. Returns a sentence about them. */
	function closeUnsaved(saved: string): string {
		const isOther = findLogDamage() !== undefined;
		const writes = logGuard.read();
		// First, because this makes room for the copy on a full disk.
		closeOverwritten();
		if (isOther) return "Its last writes are lost.";
		try {
			writeFileSync(`${saved}-wal`, writes);
		} catch (error) {
			return `Its last writes could not be saved in ${saved}-wal: ${errorMessage(error)}.`;
		}
		return `Its last writes are in ${saved}-wal. To go on with them, restore the file from its last copy, and move them to ${path}-wal.`;
	}
	/**
	 * Copies a log that another program wrote, because closing the database deletes it.
	 * @throws StoreFullError if there is no room. The database stays open then, and its files stay as they are.
	 */
	function keepLog(): void {
		const kept = `${file}-wal.kept`;
		try {
			writeFileSync(kept, logGuard.read());
		} catch (cause) {
			rmSync(kept, { force: true });
			throw new StoreFullError(
				`The store ${path} was overwritten while the mock used it, and its content could not be saved: ${errorMessage(cause)}. Its files stay as they are.`,
				{ cause },
			);
		}
	}
	/**
	 * Saves the content of a file that another program changed, and closes the database.
	 * @param keepsLog whether the log stays, because it may belong to the content that the file has now
	 * @throws StoreFullError that names the file with the content, or says why the content could not be saved
	 */
	function closeDamaged(damage: Damage, keepsLog: boolean): never {
		const isReplaced = damage === "deleted or replaced";
		const what = `The store ${path} was ${damage} while the mock used it`;
		let saved = `${path}.saved`;
		// SQLite would apply a log beside it to the saved content.
		const isTaken = () => existsSync(saved) || existsSync(`${saved}-wal`);
		for (let number = 2; isTaken(); number++) saved = `${path}.saved-${number}`;
		try {
			sqlite.prepare("VACUUM INTO ?").run([saved]);
		} catch (cause) {
			rmSync(saved, { force: true });
			const rest = isReplaced
				? // The database stays open, and SQLite does not apply the log of a file that has moved.
					`Move the file and ${path}-wal back.`
				: closeUnsaved(saved);
			throw new StoreFullError(
				`${what}, and its content could not be saved in ${saved}: ${errorMessage(cause)}. ${rest}`,
				{ cause },
			);
		}
		if (isReplaced) {
			// The log would be applied to whatever file has this path next.
			logGuard.remove();
			close();
		} else closeOverwritten();
		const content = isReplaced
			? "What the mock kept"
			: "What the mock could still read of its content, which may be incomplete,";
		// SQLite would apply the log to whatever file has this path next.
		const remedy = keepsLog
			? `Delete ${path}-wal, and move it to ${path}`
			: `Move it to ${path}`;
		throw new StoreFullError(
			`${what}. ${content} is in ${saved}. ${remedy} to go on with it.`,
		);
	}
	const begin = sqlite.prepare("BEGIN IMMEDIATE");
	const commit = sqlite.prepare("COMMIT");
	const rollback = sqlite.prepare("ROLLBACK");

	function atomically<Result>(write: () => Result): Result {
		if (depth > 0) return write();
		checkFiles();
		try {
			begin.run([]);
			depth = 1;
			const result = write();
			commit.run([]);
			for (const [, guard] of guards) guard.note();
			return result;
		} catch (error) {
			// A full disk ends the transaction automatically.
			if (sqlite.inTransaction) rollback.run([]);
			logGuard.note();
			throw nameFile(path, error, true);
		} finally {
			depth = 0;
		}
	}

	return {
		prepare,
		atomically,
		parse(json) {
			try {
				return JSON.parse(String(json));
			} catch (error) {
				throw cannotUse(path, errorMessage(error), error);
			}
		},
		close() {
			if (!sqlite.open) return;
			const logDamage = findLogDamage();
			const damage = fileGuard.findDamage() ?? logDamage;
			if (damage) {
				const keepsLog = damage === "overwritten" && logDamage === damage;
				if (keepsLog) keepLog();
				try {
					closeDamaged(damage, keepsLog);
				} finally {
					if (keepsLog) renameSync(`${file}-wal.kept`, `${file}-wal`);
				}
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
				close();
			}
		},
	};
}
