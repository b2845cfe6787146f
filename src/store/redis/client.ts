import { errorMessage, importOptional } from "../../values/errors.ts";

type Redis = typeof import("@redis/client");

/** A client of Redis. */
export type Client = ReturnType<Redis["createClient"]>;

/** Says why the store did not do what it was asked to, and what to do. A write was made wholly or not at all. */
export class StoreUnavailableError extends Error {
	override readonly name = "StoreUnavailableError";
}

/** @throws StoreUnavailableError if the package is not installed */
export const importRedis = (): Promise<Redis> =>
	importOptional(
		() => import("@redis/client"),
		(cause) =>
			new StoreUnavailableError(
				"A store in Redis needs the package @redis/client, which is not installed. Install it: npm install @redis/client",
				{ cause },
			),
	);

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
