import type { LedgerEntry } from "../../engine/service.ts";
import type { LoadedConfig } from "../../load-config.ts";
import type { Origin } from "../../store/store.ts";
import type { ServeFlags } from "../serve-flags.ts";
import type { LoggedExchange } from "./logged-exchange.ts";

/** What a server says about itself when it is ready. */
export interface ServerInfo {
	readonly url: string;
	readonly flags: ServeFlags;
	readonly ledger: readonly LedgerEntry[];
	/** The file that has the statuses of the ledger; undefined for those of the package. */
	readonly ledgerFile: string | undefined;
	/** What sessions start from. */
	readonly start: Origin;
	/** The flags that a file with sessions overrules. */
	readonly ignoredFlags: readonly string[];
	readonly config: Pick<LoadedConfig, "file" | "flags" | "names"> | undefined;
}

/** Prints what happens in the server, in one of the formats of `--log`. */
export interface Log {
	ready?(server: ServerInfo): void;
	exchange?(exchange: LoggedExchange): void;
	error(error: unknown): void;
	/** @param needsRestart whether flags have changed, which only apply at start */
	configLoaded?(file: string, needsRestart: boolean): void;
	configRejected(reason: string): void;
	/** @param uncaught how many errors nothing caught */
	stopped?(uncaught: number): void;
}

/** Says at the end that errors were logged; undefined if there were none. */
export const describeUncaught = (count: number): string | undefined =>
	count === 0
		? undefined
		: `Uncaught errors while the mock ran: ${count}. The log above has each of them; fix the code that its stack names.`;

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
