import { createRedactedNames, redactTarget } from "../journal/redact.ts";
import { formatError, type Log } from "./log.ts";
import { printNow, printSoon } from "./print-line.ts";
import type { ServeFlags } from "./serve-flags.ts";

const printJson = (value: object): void => printNow(JSON.stringify(value));

const JSON_LOG: Log = {
	ready: ({ url }) => printJson({ event: "ready", url, pid: process.pid }),
	exchange: ({ method, path, status, durationMs: exact }) => {
		const durationMs = Number(exact.toFixed(3));
		const line = { event: "request", method, path, status, durationMs };
		printSoon(JSON.stringify(line));
	},
	error: (error) => printJson({ event: "error", message: formatError(error) }),
	configLoaded: (file, needsRestart) =>
		printJson({ event: "config", file, needsRestart }),
	configRejected: (message) => printJson({ event: "error", message }),
	stopped: () => printJson({ event: "stopped" }),
};

const SILENT_LOG: Log = {
	error: (error) => console.error(formatError(error)),
	configRejected: (reason) => console.error(reason),
};

/** The format for people is loaded only if it is used. */
async function selectLog(format: ServeFlags["log"]): Promise<Log> {
	if (format === "json") return JSON_LOG;
	if (format === "silent") return SILENT_LOG;
	return (await import("./pretty-log.ts")).PRETTY_LOG;
}

export async function createLog({
	log: format,
	redact = [],
}: Pick<ServeFlags, "log" | "redact">): Promise<Log> {
	const log = await selectLog(format);
	const { exchange: print } = log;
	if (!print) return log;
	const names = createRedactedNames(redact);
	return {
		...log,
		exchange(exchange) {
			const path = redactTarget(exchange.path, names);
			print(path === exchange.path ? exchange : { ...exchange, path });
		},
	};
}
