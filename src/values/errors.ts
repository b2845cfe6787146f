/** Returns the result of `run`, or undefined if it throws. */
export function attempt<Result>(run: () => Result): Result | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}

/** Returns the result of a recursive function, or undefined if the values are nested too deeply for the stack. */
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

/** Whether the value is a Node error with one of the codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
	codes.includes(Object(error).code);

/** Imports an optional package. @throws what `createError` returns if the package is not installed */
export async function importOptional<Module>(
	load: () => Promise<Module>,
	createError: (cause: unknown) => Error,
): Promise<Module> {
	try {
		return await load();
	} catch (error) {
		if (!hasCode(error, "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"))
			throw error;
		throw createError(error);
	}
}

/**
 * Returns the file and the line of the innermost stack frame in one of the files, or the empty string if there is
 * none. The column is omitted, because jiti changes the columns of a configuration, but not the line numbers.
 */
export function findPlace(stack: string, files: ReadonlySet<string>): string {
	for (const frame of stack.split("\n"))
		for (const file of files) {
			const start = frame.indexOf(`${file}:`);
			const [line] =
				/^\d+(?=:\d)/.exec(frame.slice(start + file.length + 1)) ?? [];
			// Another path may end with the path of this file.
			const isWhole =
				start === 0 || /[\s(]$|file:\/\/$/.test(frame.slice(0, start));
			if (start >= 0 && isWhole && line !== undefined) return `${file}:${line}`;
		}
	return "";
}
