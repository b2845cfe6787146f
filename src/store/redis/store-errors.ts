import { errorMessage } from "../../values/errors.ts";

/** Says why the store did not do what it was asked to, and what to do. A write was made wholly or not at all. */
export class StoreUnavailableError extends Error {
	override readonly name = "StoreUnavailableError";
}

/** Says why the store cannot be used, and what to do. */
export class StoreRefusedError extends Error {
	override readonly name = "StoreFileError";
}

/** Returns the error for a request that Redis does not do. */
export function explainError(error: unknown, place: string): unknown {
	if (error instanceof StoreUnavailableError) return error;
	if (error instanceof StoreRefusedError) return error;
	const message = errorMessage(error).replace(/( script: .*|\.+)$/, "");
	// The beginnings of errors that say that Redis lacks memory.
	const sentence = /^(OOM|MISCONF)/.test(message)
		? `cannot keep this: ${message}. Nothing was changed. Give Redis more memory, and try again.`
		: `is not available: ${message || "the connection broke"}. A write was made wholly or not at all. Try again when Redis responds.`;
	return new StoreUnavailableError(`The store ${place} ${sentence}`, {
		cause: error,
	});
}
