import type { Database } from "./database.ts";

const DELAY_MS = 100;

/** Writes that may be late, since a request must not wait for them. A later write with the same key replaces them. */
export interface Soon {
	plan(key: string, write: () => void): void;
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
		} catch (error) {
			onError(error);
		}
	}

	return {
		plan(key, write) {
			planned.set(key, write);
			timer ??= setTimeout(flush, DELAY_MS).unref();
		},
		run(key) {
			const write = planned.get(key);
			if (!write) return;
			database.atomically(write);
			planned.delete(key);
		},
		forget(key) {
			planned.delete(key);
		},
		flush,
	};
}
