import type { ServedExchange } from "../adapters/http/serve.ts";
import type { LedgerEntry } from "../engine/service.ts";
import type { JournalRecord } from "../journal/entry.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** Prints what happens in the server, in one of the formats of `--log`. */
export interface Log {
	ready?(url: string, flags: ServeFlags, ledger: readonly LedgerEntry[]): void;
	exchange?(exchange: ServedExchange): void;
	/** Prints where a forwarded exchange violates the OpenAPI document, in one line. */
	violations?(record: JournalRecord): void;
	error(error: unknown): void;
	/** @param needsRestart whether flags have changed, which only apply at start */
	configLoaded?(file: string, needsRestart: boolean): void;
	configRejected(reason: string): void;
	stopped?(): void;
}

export const formatError = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Lines wait at most this long to be written. */
const MAX_WAIT_MS = 4;

let lines: string[] = [];
let timer: NodeJS.Timeout | undefined;

function flush(): void {
	clearTimeout(timer);
	timer = undefined;
	if (lines.length === 0) return;
	process.stdout.write(`${lines.join("\n")}\n`);
	lines = [];
}

process.once("exit", flush);

/** Prints the line within a few milliseconds, together with others: each write waits for the terminal. */
export function printSoon(line: string): void {
	timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
	lines.push(line);
}

/** Prints the line at once, after all lines that still wait. */
export function printNow(line: string): void {
	lines.push(line);
	flush();
}
