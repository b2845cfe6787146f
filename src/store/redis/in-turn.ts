import { isStoreUnavailable } from "../backing.ts";

/** How long a call waits for those before it, in milliseconds, if the store fails. */
const PATIENCE_MS = 1_000;

/**
 * Runs calls with the same key one after another. If the store fails for one, those that have waited long for it fail, too:
 * otherwise, each of them would wait for the time limit.
 */
export function createTurns(): <Result>(
	key: string,
	run: () => Promise<Result>,
) => Promise<Result> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, run) => {
		const since = performance.now();
		const before = last.get(key) ?? Promise.resolve();
		const running = before.then(run, (error) => {
			const hasWaited = performance.now() - since > PATIENCE_MS;
			if (hasWaited && isStoreUnavailable(error)) throw error;
			return run();
		});
		last.set(key, running);
		try {
			return await running;
		} finally {
			if (last.get(key) === running) last.delete(key);
		}
	};
}
