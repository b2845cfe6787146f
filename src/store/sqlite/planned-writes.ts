import { attempt } from "../../values/errors.ts";
import type { Database } from "./database.ts";

const DELAY_MS = 100;

/** Writes for which no request waits. A later write with the same key replaces a planned one. */
export class PlannedWrites {
	readonly #database: Database;
	readonly #onError: (error: unknown) => void;
	readonly #planned = new Map<string, () => void>();
	readonly #due = new Set<string>();
	#timer: NodeJS.Timeout | undefined;

	/** @param onError called with the error of a planned write. The write is tried again with the next ones. */
	constructor(database: Database, onError: (error: unknown) => void) {
		this.#database = database;
		this.#onError = onError;
	}

	/**
	 * Plans a write. If a write with this key is already due, runs this one now. If it fails, it stays due.
	 * @param isDue whether the write must run with the next `atomically`, or with the next call for this key
	 */
	plan(key: string, write: () => void, isDue = false): void {
		this.#planned.set(key, write);
		this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
		if (this.#due.has(key)) attempt(() => this.run(key));
		if (isDue) this.#due.add(key);
	}

	/**
	 * Runs `write`, and all writes that are due, in one transaction.
	 * @throws StoreFullError if the transaction cannot be stored. Then nothing has changed, and the same writes are due.
	 */
	atomically<Result>(write: () => Result): Result {
		const result = this.#database.atomically(() => {
			const written = write();
			for (const key of this.#due) this.#planned.get(key)?.();
			return written;
		});
		for (const key of this.#due) this.forget(key);
		return result;
	}

	/** Runs the planned write with this key now. */
	run(key: string): void {
		const write = this.#planned.get(key);
		if (!write) return;
		this.#database.atomically(write);
		this.forget(key);
	}

	forget(key: string): void {
		this.#planned.delete(key);
		this.#due.delete(key);
	}

	/** Runs all planned writes now. If this fails, they stay planned. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#planned.size === 0) return;
		try {
			this.#database.atomically(() => {
				for (const write of this.#planned.values()) write();
			});
			this.#planned.clear();
			this.#due.clear();
		} catch (error) {
			this.#onError(error);
		}
	}
}
