import { redactTarget } from "../../values/redact.ts";
import type { ServeFlags } from "../options/serve-flags.ts";
import {
	describeUncaught,
	formatError,
	type Log,
	onDropped,
	printError,
	printNow,
	printSoon,
} from "./log.ts";

const formatJson = (event: string, properties?: object): string =>
	JSON.stringify({ event, time: new Date().toISOString(), ...properties });
const printJson = (event: string, properties?: object): void =>
	printNow(formatJson(event, properties));

const unlessEmpty = (properties: object): object | undefined =>
	Object.keys(properties).length > 0 ? properties : undefined;

const JSON_LOG: Log = {
	ready: ({ url, ignoredFlags, lostHeaders, unknownOperations }) =>
		printJson("ready", {
			url,
			pid: process.pid,
			ignoredFlags: ignoredFlags.length > 0 ? ignoredFlags : undefined,
			lostHeaders: unlessEmpty(lostHeaders),
			unknownOperations: unlessEmpty(unknownOperations),
		}),
	exchange: (exchange) =>
		printSoon(
			formatJson("request", {
				...exchange,
				responder: undefined,
				durationMs: Number(exchange.durationMs.toFixed(3)),
			}),
		),
	error: (error) => printJson("error", { message: formatError(error) }),
	configLoaded: (file, needsRestart) =>
		printJson("config", { file, needsRestart }),
	documentLoaded: (document, { collections, sessions, unknownOperations }) =>
		printJson("document", {
			file: document?.file,
			collections: collections.length > 0 ? collections : undefined,
			resetSessions: sessions.length > 0 ? sessions : undefined,
			unknownOperations: unlessEmpty(unknownOperations),
		}),
	reloadRejected: (message) => printJson("error", { message }),
	stopped: (uncaught) =>
		printJson("stopped", { uncaughtErrors: uncaught || undefined }),
};

const SILENT_LOG: Log = {
	error: (error) => printError(formatError(error)),
	reloadRejected: (reason) => printError(reason),
	stopped(uncaught) {
		if (uncaught > 0) printError(describeUncaught(uncaught));
	},
};

const LOGS = { json: JSON_LOG, silent: SILENT_LOG };

export async function createLog(format: ServeFlags["log"]): Promise<Log> {
	if (format === "json") onDropped((lines) => formatJson("dropped", { lines }));
	// The format for people is loaded only when it is used.
	return format === "pretty"
		? (await import("./pretty-log.ts")).PRETTY_LOG
		: LOGS[format];
}

/**
 * Returns the function that prints an exchange; undefined if the log shows no exchanges.
 * @param redact the names whose values are hidden. Forwarding adds the names of its headers.
 */
export const createPrint = (
	{ exchange: print }: Log,
	redact: ReadonlySet<string>,
): Log["exchange"] =>
	print &&
	((exchange) =>
		print({ ...exchange, path: redactTarget(exchange.path, redact) }));
