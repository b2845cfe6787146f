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
