export const USAGE_EXIT_CODE = 2;

/** An error that the user can fix. The command line prints its message without a stack trace. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/**
 * A flag has a value that cannot be used; the message says what to pass. Commander recognizes its own
 * `InvalidArgumentError` by this code, so that `serve` need not load commander.
 */
export class FlagValueError extends Error {
	readonly code = "commander.invalidArgument";
}

const FLUSH_MS = 1_000;

/**
 * Lets the process end once its output is written, after a second at the latest: the reader of its output may have
 * stopped reading, and the code of a configuration may wait forever.
 */
export const endProcess = (): unknown =>
	setTimeout(() => process.exit(), FLUSH_MS).unref();

/**
 * Ends the process once its output is written, and once a failure of writing has had its event, even if the code of a
 * configuration keeps the process alive.
 */
export const endWritten = (): unknown =>
	process.stdout.write("", () =>
		process.stderr.write("", () => setImmediate(() => process.exit())),
	);
