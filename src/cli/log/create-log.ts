import { createRedactedNames, redactTarget } from "../../journal/redact.ts";
import type { ServeFlags } from "../serve-flags.ts";
import { formatError, type Log, printNow, printSoon } from "./log.ts";

const toLine = (event: string, properties: object = {}): string =>
	JSON.stringify({ event, time: new Date().toISOString(), ...properties });

const printJson = (event: string, properties?: object): void =>
	printNow(toLine(event, properties));

const JSON_LOG: Log = {
	ready: ({ url }) => printJson("ready", { url, pid: process.pid }),
	exchange: ({ responder, method, path, status, durationMs, ...details }) =>
		printSoon(
			toLine("request", {
				method,
				path,
				status,
				durationMs: Number(durationMs.toFixed(3)),
				...details,
			}),
		),
	error: (error) => printJson("error", { message: formatError(error) }),
	configLoaded: (file, needsRestart) =>
		printJson("config", { file, needsRestart }),
	configRejected: (message) => printJson("error", { message }),
	stopped: () => printJson("stopped"),
};

const SILENT_LOG: Log = {
	error: (error) => console.error(formatError(error)),
	configRejected: (reason) => console.error(reason),
};

/** The format for people is loaded only if it is used. */
const LOGS: Record<ServeFlags["log"], () => Log | Promise<Log>> = {
	pretty: async () => (await import("./pretty-log.ts")).PRETTY_LOG,
	json: () => JSON_LOG,
	silent: () => SILENT_LOG,
};

export async function createLog({
	log: format,
	redact = [],
}: Pick<ServeFlags, "log" | "redact">): Promise<Log> {
	const { exchange: print, ...log } = await LOGS[format]();
	if (!print) return log;
	const names = createRedactedNames(redact);
	return {
		...log,
		exchange: (exchange) =>
			print({ ...exchange, path: redactTarget(exchange.path, names) }),
	};
}
