import { AsyncLocalStorage } from "node:async_hooks";
import type { EngineContext } from "../../engine/context.ts";
import { createHider } from "../../values/create-hider.ts";
import { listQueryCredentials } from "../../values/redact.ts";
import { formatError, type Log } from "../log/log.ts";

/** The request during which code of the configuration runs. */
type Sent = Pick<Request, "method" | "url" | "headers">;

const exchanges = new AsyncLocalStorage<Sent>();

/** Runs code of the configuration. Its uncaught errors are logged with the exchange. */
export const runInExchange = <Result>(
	{ method, url, headers }: Request,
	run: () => Result,
): Result => exchanges.run({ method, url, headers }, run);

/** Omits the query, because it may contain credentials. */
const describeExchange = ({ method, url }: Sent): string =>
	` in ${method} ${new URL(url).pathname}`;

/**
 * Describes a thrown value of the configuration. Reading its properties may throw again, which would end the process.
 */
function describe(error: unknown): string {
	try {
		// The stack of a thrown value may have another type than a text.
		return String(formatError(error));
	} catch {
		return "a value that cannot be shown";
	}
}

/**
 * Logs and counts uncaught errors and unhandled rejections instead of ending the process. Redacts the credentials of
 * the mock and of the exchange.
 */
export function logUncaughtErrors(
	log: Pick<Log, "error">,
	{ sessions, addedCredentials, redact }: EngineContext,
	controlToken = "",
) {
	let count = 0;
	function hide(text: string, exchange: Sent | undefined): string {
		const sent = [...(exchange?.headers ?? [])];
		const hideOther = createHider([
			["authorization", controlToken],
			...sessions
				.inMemory()
				.flatMap(({ forward }) => Object.entries(forward?.headers ?? {})),
			...sent.filter(([name]) => redact.has(name)),
			...listQueryCredentials(exchange?.url ?? "", redact),
		]);
		return hideOther(addedCredentials.createHider(undefined)(text));
	}
	function onError(error: unknown): void {
		count += 1;
		const exchange = exchanges.getStore();
		const place = exchange ? describeExchange(exchange) : "";
		const reason = hide(describe(error), exchange);
		log.error(`Uncaught error${place}: ${reason}`);
	}
	process.on("uncaughtException", onError);
	return {
		/** Lets the next uncaught error end the process. Returns the number of logged errors. */
		stop(): number {
			process.off("uncaughtException", onError);
			return count;
		},
	};
}
