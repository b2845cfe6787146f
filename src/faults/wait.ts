/** By signal: whoever waits. One listener does for all of them, since Node warns of a leak where there are many. */
const waits = new WeakMap<
	AbortSignal,
	{ readonly ends: Set<() => void>; endAll(): void }
>();

/** Has `end` called when the signal aborts. @returns what takes it back */
function endBy(signal: AbortSignal, end: () => void): () => void {
	let wait = waits.get(signal);
	if (!wait) {
		const ends = new Set<() => void>();
		wait = {
			ends,
			endAll() {
				for (const each of ends) each();
			},
		};
		waits.set(signal, wait);
	}
	const { ends, endAll } = wait;
	if (ends.size === 0) signal.addEventListener("abort", endAll);
	ends.add(end);
	return () => {
		ends.delete(end);
		if (ends.size === 0) signal.removeEventListener("abort", endAll);
	};
}

/** Waits so many milliseconds, or until one of the signals says that nobody waits for it any more. Never rejects. */
export function wait(
	ms: number,
	signals: readonly AbortSignal[],
): Promise<void> {
	return new Promise((resolve) => {
		// A timer of no length still takes a millisecond.
		if (ms <= 0 || signals.some(({ aborted }) => aborted)) return resolve();
		const end = (): void => {
			clearTimeout(timer);
			for (const takeBack of takeBacks) takeBack();
			resolve();
		};
		const timer = setTimeout(end, ms);
		const takeBacks = signals.map((signal) => endBy(signal, end));
	});
}
