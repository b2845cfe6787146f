/**
 * A flag has a value that cannot be used; the message says what to pass. Commander recognizes its own
 * `InvalidArgumentError` by this code, so that `serve` need not load commander.
 */
export class FlagValueError extends Error {
	readonly code = "commander.invalidArgument";
}
