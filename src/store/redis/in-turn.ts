/** Runs calls with the same key one after another. */
export function createTurns(): <Result>(
	key: string,
	run: () => Promise<Result>,
) => Promise<Result> {
	const last = new Map<string, Promise<unknown>>();
	return (key, run) => {
		const before = last.get(key);
		const running = before ? before.then(run, run) : run();
		last.set(key, running);
		const end = (): void => {
			if (last.get(key) === running) last.delete(key);
		};
		running.then(end, end);
		return running;
	};
}
