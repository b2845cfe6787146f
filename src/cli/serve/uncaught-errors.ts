import { AsyncLocalStorage } from "node:async_hooks";
import { formatError, type Log } from "../log/log.ts";

/** The exchange that code of the configuration runs for, like "GET /v1/zaps". */
const exchanges = new AsyncLocalStorage<string>();

/** Runs code of the configuration so that its uncaught errors name the exchange. */
export function runInExchange<Result>(
	{ method, url }: Request,
	run: () => Result,
): Result {
	// Without the query, which may have credentials.
	return exchanges.run(`${method} ${new URL(url).pathname}`, run);
}

/** A thrown value of the configuration may throw when its properties are read, which would end the process. */
function describe(error: unknown): string {
	try {
		// The stack of a thrown value may be no text.
		return String(formatError(error));
	} catch {
		return "a value that cannot be shown";
	}
}

/** Logs and counts each error that nothing caught, promises that nothing awaits included, instead of ending the process. */
export function logUncaughtErrors(log: Pick<Log, "error">) {
	let count = 0;
	function onError(error: unknown): void {
		count += 1;
		const exchange = exchanges.getStore();
		const place = exchange === undefined ? "" : ` in ${exchange}`;
		log.error(`Uncaught error${place}: ${describe(error)}`);
	}
	process.on("uncaughtException", onError);
	return {
		/** Lets the next error end the process. Returns how many were logged. */
		stop(): number {
			process.off("uncaughtException", onError);
			return count;
		},
	};
}
