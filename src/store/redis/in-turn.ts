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

/** Lets calls that wait for the same task share its next run. A call never gets a result that is older than itself. */
export function shareRuns<Result>(
	run: () => Promise<Result>,
): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	let next: Promise<Result> | undefined;
	function start(): Promise<Result> {
		next = undefined;
		const started = run();
		running = started;
		const end = (): void => {
			if (running === started) running = undefined;
		};
		started.then(end, end);
		return started;
	}
	return () => {
		if (!running) return start();
		next ??= running.then(start, start);
		return next;
	};
}
