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
			for (const signal of signals) signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		for (const signal of signals) signal.addEventListener("abort", end);
	});
}
