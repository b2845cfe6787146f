/** Something the person at the shell can mend; shown as one sentence, without a stack trace. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
