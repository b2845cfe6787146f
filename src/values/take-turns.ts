/** Captured at import, so that a test's fake timers do not affect them. A browser has no `setImmediate`. */
const { performance, setTimeout, setImmediate } = globalThis;
const defer: (resolve: () => void) => unknown = setImmediate ?? setTimeout;

/** How long a long task may block everything else, in milliseconds. */
const SLICE_MS = 5;

let last: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop that no other long task uses. */
export function nextTurn(): Promise<void> {
	last = last.then(() => new Promise((resolve) => defer(resolve)));
	return last;
}

/** Runs a long task in steps, and lets other code run between them. */
export async function takeTurns(steps: Iterable<unknown>): Promise<void> {
	let startedAt = performance.now();
	for (const _ of steps) {
		if (performance.now() - startedAt < SLICE_MS) continue;
		await nextTurn();
		startedAt = performance.now();
	}
}
