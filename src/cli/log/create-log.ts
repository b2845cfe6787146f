import { createRedactedNames, redactTarget } from "../../values/redact.ts";
import type { ServeFlags } from "../serve-flags.ts";
import {
	describeUncaught,
	formatError,
	type Log,
	printNow,
	printSoon,
} from "./log.ts";

let lastAt = Number.NaN;
let lastTime = "";

/** Formats a time once, because a busy server prints many lines in one millisecond. */
function formatNow(): string {
	const now = Date.now();
	if (now !== lastAt) lastTime = new Date(now).toISOString();
	lastAt = now;
	return lastTime;
}

const printJson = (event: string, properties?: object): void =>
	printNow(JSON.stringify({ event, time: formatNow(), ...properties }));

const JSON_LOG: Log = {
	ready: ({ url, ignoredFlags }) =>
		printJson("ready", {
			url,
			pid: process.pid,
			ignoredFlags: ignoredFlags.length > 0 ? ignoredFlags : undefined,
		}),
	exchange: (exchange) =>
		printSoon(
			// Properties are listed, because rest and spread take as long as all the others.
			JSON.stringify({
				event: "request",
				time: formatNow(),
				method: exchange.method,
				path: exchange.path,
				status: exchange.status,
				durationMs: Number(exchange.durationMs.toFixed(3)),
				session: exchange.session,
				operation: exchange.operation,
				fault: exchange.fault,
				prefer: exchange.prefer,
				reason: exchange.reason,
				nearest: exchange.nearest,
				forwarded: exchange.forwarded,
				violations: exchange.violations,
			}),
		),
	error: (error) => printJson("error", { message: formatError(error) }),
	configLoaded: (file, needsRestart) =>
		printJson("config", { file, needsRestart }),
	configRejected: (message) => printJson("error", { message }),
	stopped: (uncaught) =>
		printJson("stopped", { uncaughtErrors: uncaught || undefined }),
};

const SILENT_LOG: Log = {
	error: (error) => console.error(formatError(error)),
	configRejected: (reason) => console.error(reason),
	stopped(uncaught) {
		if (uncaught > 0) console.error(describeUncaught(uncaught));
	},
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
