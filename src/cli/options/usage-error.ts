import { errorMessage } from "../../values/errors.ts";

export const USAGE_EXIT_CODE = 2;

/** An error that the user can fix. The command line prints its message without a stack trace. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** Rethrows an error whose message says what the user can fix. */
export function rethrowAsUsage(error: unknown): never {
	throw new UsageError(errorMessage(error), { cause: error });
}

/**
 * Thrown for an invalid value of a flag. The message names valid values. Commander recognizes its own
 * `InvalidArgumentError` by this code, so `serve` need not load commander.
 */
export class FlagValueError extends Error {
	readonly code = "commander.invalidArgument";
}

const FLUSH_MS = 1_000;

/**
 * Ends the process when its output is written, at most a second later. The reader of the output may have stopped
 * reading, and code of a configuration may wait forever.
 */
export const endProcess = (): unknown =>
	setTimeout(() => process.exit(), FLUSH_MS).unref();

/**
 * Ends the process when its output is written, and write errors have been reported, even if code of a configuration
 * keeps the process alive.
 */
export const endWritten = (): unknown =>
	process.stdout.write("", () =>
		process.stderr.write("", () => setImmediate(() => process.exit())),
	);
