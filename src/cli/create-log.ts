import { createRedactedNames, redactTarget } from "../journal/redact.ts";
import { type Log, type LogFormat, reasonOf } from "./log.ts";
import { printLine, printNow } from "./print-line.ts";

const jsonLine = (value: object): void => printNow(JSON.stringify(value));

const JSON_LOG: Log = {
	ready: ({ url }) => jsonLine({ event: "ready", url, pid: process.pid }),
	exchange: ({ method, path, status, durationMs }) =>
		printLine(
			JSON.stringify({
				event: "request",
				method,
				path,
				status,
				durationMs: Number(durationMs.toFixed(3)),
			}),
		),
	error: (error) => jsonLine({ event: "error", message: reasonOf(error) }),
	reloaded: (file, needsRestart) =>
		jsonLine({ event: "config", file, needsRestart }),
	broken: (message) => jsonLine({ event: "error", message }),
	stopped: () => jsonLine({ event: "stopped" }),
};

const SILENT_LOG: Log = {
	ready() {},
	exchange: undefined,
	error: (error) => console.error(reasonOf(error)),
	reloaded() {},
	broken: (reason) => console.error(reason),
	stopped() {},
};

/** What is printed for people only is loaded for people only. */
async function logOf(format: LogFormat): Promise<Log> {
	if (format === "json") return JSON_LOG;
	if (format === "silent") return SILENT_LOG;
	return (await import("./pretty-log.ts")).PRETTY_LOG;
}

/** @param redact names of query parameters whose values are not told, beside those of credentials */
export async function createLog(
	format: LogFormat,
	redact: readonly string[],
): Promise<Log> {
	const log = await logOf(format);
	const { exchange } = log;
	if (!exchange) return log;
	const secret = createRedactedNames(redact);
	return {
		...log,
		exchange(told) {
			const path = redactTarget(told.path, secret);
			exchange(path === told.path ? told : { ...told, path });
		},
	};
}
