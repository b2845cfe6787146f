/** Pending waits by signal. They share one listener, since Node warns of a leak if a signal has many. */
const pendingWaits = new WeakMap<
	AbortSignal,
	{ readonly ends: Set<() => void>; endAll(): void }
>();

/** Calls `end` when the signal aborts. Returns a function that removes this listener. */
function onAbort(signal: AbortSignal, end: () => void): () => void {
	let wait = pendingWaits.get(signal);
	if (!wait) {
		const ends = new Set<() => void>();
		wait = {
			ends,
			endAll() {
				for (const each of ends) each();
			},
		};
		pendingWaits.set(signal, wait);
	}
	const { ends, endAll } = wait;
	if (ends.size === 0) signal.addEventListener("abort", endAll);
	ends.add(end);
	return () => {
		ends.delete(end);
		if (ends.size === 0) signal.removeEventListener("abort", endAll);
	};
}

/** The longest time of a timer, 25 days. A longer one would end at once. */
const MAX_MS = 2 ** 31 - 1;

/** Waits, or returns early when one of the signals aborts. Never rejects. */
export function wait(
	ms: number,
	signals: readonly AbortSignal[],
): Promise<void> {
	return new Promise((resolve) => {
		// setTimeout(0) would take a millisecond.
		if (ms <= 0 || signals.some(({ aborted }) => aborted)) return resolve();
		const end = (): void => {
			clearTimeout(timer);
			for (const remove of removers) remove();
			resolve();
		};
		const timer = setTimeout(end, Math.min(ms, MAX_MS));
		const removers = signals.map((signal) => onAbort(signal, end));
	});
}
