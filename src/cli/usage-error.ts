export const USAGE_EXIT_CODE = 2;

/** An error that the user can fix. The command line prints its message without a stack trace. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
