/** Captured at import, so that a test's fake timers do not affect them. */
const { setTimeout, clearTimeout } = globalThis;

/** The number of timers that measure a limit one after the other. */
const PARTS = 20;

/**
 * Waits for a promise for a limited time. Time in which the process stands still or computes without a pause counts as
 * one part of the limit at most, so that a suspended process or a busy machine does not exceed it.
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
