/** Returns the result of `run`, or undefined if it throws. */
export function attempt<Result>(run: () => Result): Result | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}
