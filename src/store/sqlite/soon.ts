import type { Database } from "./database.ts";

const DELAY_MS = 100;

/** Writes that may be late, since a request must not wait for them. A later write with the same key replaces them. */
export interface Soon {
	/** If the write is due, makes it now. */
	plan(key: string, write: () => void): void;
	/** Plans a write that is due: that `runDue` or the next `plan` with this key makes. */
	planDue(key: string, write: () => void): void;
	/** Makes all writes that are due, in the transaction that is under way. */
	runDue(): void;
	/** Makes the planned write with this key now. */
	run(key: string): void;
	forget(key: string): void;
	/** Makes all planned writes now. Those that fail stay planned. */
	flush(): void;
}

/** @param onError called with the error of a planned write, which is tried again with the next ones */
export function createSoon(
	database: Database,
	onError: (error: unknown) => void,
): Soon {
	const planned = new Map<string, () => void>();
	const due = new Set<string>();
	let timer: NodeJS.Timeout | undefined;

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		if (planned.size === 0) return;
		const writes = [...planned.values()];
		try {
			database.atomically(() => {
				for (const write of writes) write();
			});
			planned.clear();
			due.clear();
		} catch (error) {
			onError(error);
		}
	}

	function run(key: string): void {
		const write = planned.get(key);
		if (!write) return;
		database.atomically(write);
		planned.delete(key);
	}

	function plan(key: string, write: () => void): void {
		planned.set(key, write);
		timer ??= setTimeout(flush, DELAY_MS).unref();
		if (!due.delete(key)) return;
		try {
			run(key);
		} catch (error) {
			onError(error);
		}
	}

	return {
		plan,
		planDue(key, write) {
			plan(key, write);
			due.add(key);
		},
		runDue() {
			for (const key of due) run(key);
			due.clear();
		},
		run,
		forget(key) {
			planned.delete(key);
			due.delete(key);
		},
		flush,
	};
}
