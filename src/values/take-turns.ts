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

/** Converts many items, and lets other code run between them. */
export async function mapInTurns<Item, Result>(
	items: Iterable<Item>,
	convert: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	let startedAt = performance.now();
	for (const item of items) {
		results.push(convert(item));
		if (performance.now() - startedAt < SLICE_MS) continue;
		await nextTurn();
		startedAt = performance.now();
	}
	return results;
}
