import type { EngineContext } from "../../engine/context.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import { createHider } from "../../values/create-hider.ts";
import { attempt } from "../../values/errors.ts";
import { listQueryCredentials } from "../../values/redact.ts";
import { formatError, type Log } from "../log/log.ts";

/**
 * Logs and counts uncaught errors and unhandled rejections instead of ending the process. Redacts the credentials of
 * the mock and of the exchange.
 */
export function logUncaughtErrors(
	log: Pick<Log, "error">,
	{ sessions, addedCredentials, redact }: EngineContext,
	handledRequest: () => MockRequest | undefined,
	controlToken = "",
) {
	let count = 0;
	function hide(text: string, exchange: MockRequest | undefined): string {
		const hideOther = createHider([
			["authorization", controlToken],
			...sessions
				.inMemory()
				.flatMap(({ forward }) => Object.entries(forward?.headers ?? {})),
			...[...redact].map(
				(name) => [name, exchange?.header(name) ?? ""] as const,
			),
			...listQueryCredentials(exchange?.target ?? "", redact),
		]);
		return hideOther(addedCredentials.createHider(undefined)(text));
	}
	function onError(error: unknown): void {
		count += 1;
		const exchange = handledRequest();
		// Without the query, because it may contain credentials.
		const place = exchange
			? ` in ${exchange.method} ${exchange.target.replace(/\?.*/s, "")}`
			: "";
		// Reading the properties of a thrown value may throw again, and its stack may have another type than a text.
		const text = attempt(() => String(formatError(error)));
		const reason = hide(text ?? "a value that cannot be shown", exchange);
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
