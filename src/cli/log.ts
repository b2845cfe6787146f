import pc from "picocolors";
import type { LedgerEntry } from "../core.ts";
import type { ServedExchange } from "../transports/serve.ts";
import { banner, type Stage } from "./banner.ts";

export const LOG_FORMATS = ["pretty", "json", "silent"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface ReadyInfo extends Stage {
	readonly ledger: readonly LedgerEntry[];
}

/** What the server tells, in one of the formats. */
export interface Log {
	ready(info: ReadyInfo): void;
	exchange: ((exchange: ServedExchange) => void) | undefined;
	error(error: unknown): void;
	/** @param needsRestart whether flags have changed, which only a start reads */
	reloaded(file: string, needsRestart: boolean): void;
	/** Told why a configuration that has changed cannot be used. */
	broken(reason: string): void;
	stopped(): void;
}

const reasonOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

const jsonLine = (value: object): void => console.log(JSON.stringify(value));

const JSON_LOG: Log = {
	ready: ({ url }) => jsonLine({ event: "ready", url, pid: process.pid }),
	exchange: ({ method, path, status, durationMs }) =>
		jsonLine({
			event: "request",
			method,
			path,
			status,
			durationMs: Number(durationMs.toFixed(3)),
		}),
	error: (error) => jsonLine({ event: "error", message: reasonOf(error) }),
	reloaded: (file, needsRestart) =>
		jsonLine({ event: "config", file, needsRestart }),
	broken: (message) => jsonLine({ event: "error", message }),
	stopped: () => jsonLine({ event: "stopped" }),
};

function colourOf(status: number): (text: string) => string {
	if (status >= 500) return pc.red;
	return status >= 400 ? pc.yellow : pc.green;
}

const PRETTY_LOG: Log = {
	ready: (info) => console.log(banner(info)),
	exchange: ({ method, path, status, durationMs }) =>
		console.log(
			`${pc.bold(method.padEnd(4))} ${path} ${colourOf(status)(`${status}`)} ${pc.dim(`${durationMs.toFixed(1)} ms`)}`,
		),
	error: (error) => console.error(pc.red(reasonOf(error))),
	reloaded: (file, needsRestart) =>
		console.log(
			`${pc.green("Loaded")} ${file} again; state stays.${needsRestart ? pc.yellow(" Its flags have changed: start again for them.") : ""}`,
		),
	broken: (reason) =>
		console.error(pc.red(`${reason}\nWhat was loaded before stays.`)),
	stopped: () => console.log("Stopped."),
};

const SILENT_LOG: Log = {
	ready() {},
	exchange: undefined,
	error: (error) => console.error(reasonOf(error)),
	reloaded() {},
	broken: (reason) => console.error(reason),
	stopped() {},
};

const LOGS: Readonly<Record<LogFormat, Log>> = {
	pretty: PRETTY_LOG,
	json: JSON_LOG,
	silent: SILENT_LOG,
};

export const createLog = (format: LogFormat): Log => LOGS[format];
