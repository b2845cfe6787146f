import { attempt } from "../../values/errors.ts";
import type { Database } from "./database.ts";

const DELAY_MS = 100;

/** Writes that may be late, since a request must not wait for them. A later write with the same key replaces them. */
export class Soon {
	readonly #database: Database;
	readonly #onError: (error: unknown) => void;
	readonly #planned = new Map<string, () => void>();
	readonly #due = new Set<string>();
	#timer: NodeJS.Timeout | undefined;

	/** @param onError called with the error of a planned write, which is tried again with the next ones */
	constructor(database: Database, onError: (error: unknown) => void) {
		this.#database = database;
		this.#onError = onError;
	}

	/**
	 * Plans a write. If one with this key is due, makes it now, unless it fails: then it stays due.
	 * @param isDue whether `atomically` or the next call with this key makes it
	 */
	plan(key: string, write: () => void, isDue = false): void {
		this.#planned.set(key, write);
		this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
		if (this.#due.has(key)) attempt(() => this.run(key));
		if (isDue) this.#due.add(key);
	}

	/**
	 * Runs `write`, and all writes that are due, in one transaction.
	 * @throws StoreFullError if it cannot be kept; nothing has changed then, and the same writes are due
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

	/** Makes the planned write with this key now. */
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

	/** Makes all planned writes now. Those that fail stay planned. */
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
