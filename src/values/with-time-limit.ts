/** Captured at import, so that a test's fake timers do not affect them. */
const { setTimeout, clearTimeout } = globalThis;

/** The number of timers that measure a limit one after the other. */
const PARTS = 20;

/**
 * Waits for a promise for a limited time. If the process is suspended, or computes without a pause, this time counts as at
 * most one part of the limit, so that it cannot use up the limit.
 * @param createError may return undefined to wait for as long again
 * @throws the error of `createError` if the promise has not settled by then
 */
export async function withTimeLimit<Result>(
	promise: Promise<Result>,
	limitMs: number,
	createError: () => Error | undefined,
): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const limit = new Promise<never>((_, reject) => {
		function wait(parts: number): void {
			timer = setTimeout(() => {
				const error = parts > 1 ? undefined : createError();
				if (error) reject(error);
				else wait(parts > 1 ? parts - 1 : PARTS);
			}, limitMs / PARTS);
		}
		wait(PARTS);
	});
	try {
		return await Promise.race([promise, limit]);
	} finally {
		clearTimeout(timer);
	}
}
