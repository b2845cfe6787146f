import { errorMessage, hasCode } from "../../values/errors.ts";

/** Says why the store did not do what it was asked to, and what to do. A write was made wholly or not at all. */
export class StoreUnavailableError extends Error {
	override readonly name = "StoreUnavailableError";
}

/** The code of the error for a response that does not come in time. */
export const HANGS = "ETIMEDOUT";

export const isHanging = (error: unknown): boolean =>
	error instanceof StoreUnavailableError && hasCode(error.cause, HANGS);

/** Says why a mock cannot use the store that its options name, and what to do. */
export class StoreRefusedError extends Error {
	override readonly name = "StoreFileError";
}

/** Returns the error for a request that Redis does not do. */
export function explainError(error: unknown, place: string): unknown {
	if (error instanceof StoreUnavailableError) return error;
	const message = errorMessage(error).replace(/\.*( script: .*)?$/, "");
	// The beginnings of errors that say that Redis lacks memory, or cannot write to its disk.
	const sentence = /^(OOM|MISCONF)/.test(message)
		? `did not make a change: ${message}. Give Redis more memory or disk space, and try again.`
		: `is not available: ${message || "the connection broke"}. A write was made wholly or not at all. Try again when Redis responds.`;
	return new StoreUnavailableError(`The store ${place} ${sentence}`, {
		cause: error,
	});
}
