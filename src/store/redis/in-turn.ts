import { isHanging } from "./store-errors.ts";

/**
 * Runs calls with the same key one after another. If Redis does not respond to one, those behind it fail, too: otherwise,
 * each of them would wait for the time limit.
 */
export function createTurns(): <Result>(
	key: string,
	run: () => Promise<Result>,
) => Promise<Result> {
	const last = new Map<string, Promise<unknown>>();
	return (key, run) => {
		const before = last.get(key);
		const runAfter = (error: unknown): ReturnType<typeof run> => {
			if (isHanging(error)) throw error;
			return run();
		};
		const running = before ? before.then(run, runAfter) : run();
		last.set(key, running);
		const end = (): void => {
			if (last.get(key) === running) last.delete(key);
		};
		running.then(end, end);
		return running;
	};
}
