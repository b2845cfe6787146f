import { createRedactedNames, redactTarget } from "../journal/redact.ts";
import { formatError, type Log, printNow, printSoon } from "./log.ts";
import type { ServeFlags } from "./serve-flags.ts";

const printJson = (value: object): void => printNow(JSON.stringify(value));

const JSON_LOG: Log = {
	ready: (url) => printJson({ event: "ready", url, pid: process.pid }),
	exchange: ({ method, path, status, durationMs: exact }) => {
		const durationMs = Number(exact.toFixed(3));
		const line = { event: "request", method, path, status, durationMs };
		printSoon(JSON.stringify(line));
	},
	violations({ operation, session, forward }) {
		const { violations = [] } = forward ?? {};
		const line = { event: "violations", operation, session, violations };
		if (violations.length > 0) printSoon(JSON.stringify(line));
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
