/** By signal, what ends with it: a listener for each would be taken for a leak. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function endsWith(signal: AbortSignal): Set<() => void> {
	const known = waiting.get(signal);
	if (known) return known;
	const ends = new Set<() => void>();
	waiting.set(signal, ends);
	signal.addEventListener("abort", () => {
		for (const end of ends) end();
	});
	return ends;
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
			for (const signal of signals) endsWith(signal).delete(end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		for (const signal of signals) endsWith(signal).add(end);
	});
}
