/** Returns the result of `run`, or undefined if it throws. */
export function attempt<Result>(run: () => Result): Result | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}

/** Returns the result of a recursion; undefined if the values are nested too deeply for it. */
export function tryRecursion<Result>(
	recurse: () => Result,
): Result | undefined {
	try {
		return recurse();
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** The message of an error, or the text of any other thrown value. */
export const errorMessage = (error: unknown): string =>
	attempt(() =>
		error instanceof Error ? `${error.message}` : String(error),
	) ?? "a value that cannot be shown";

/** Whether the value is an error of Node with one of the codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
	codes.includes(Object(error).code);

/**
 * Returns file and line of the innermost frame of a stack that is in one of the files; the empty string if none is. The
 * column is left out: jiti rewrites the lines of a configuration, but keeps their numbers.
 */
export function findPlace(stack: string, files: ReadonlySet<string>): string {
	for (const frame of stack.split("\n"))
		for (const file of files) {
			const start = frame.indexOf(`${file}:`);
			const [line] =
				/^\d+(?=:\d)/.exec(frame.slice(start + file.length + 1)) ?? [];
			// Another path may end with this one.
			const isWhole =
				start === 0 || /[\s(]$|file:\/\/$/.test(frame.slice(0, start));
			if (start >= 0 && isWhole && line !== undefined) return `${file}:${line}`;
		}
	return "";
}
