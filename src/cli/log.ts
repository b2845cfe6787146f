import type { ServedExchange } from "../adapters/http/serve.ts";
import type { ledger, operations } from "../service-engine.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** What the server prints when it is ready. */
export interface StartupInfo
	extends Pick<ServeFlags, "dataset" | "seed" | "clock" | "scenario"> {
	/** The name of the mocked service. */
	readonly title: string;
	readonly url: string;
	readonly operations: typeof operations;
	readonly ledger: typeof ledger;
}

/** Prints what happens in the server, in one of the formats of `--log`. */
export interface Log {
	ready?(info: StartupInfo): void;
	exchange?(exchange: ServedExchange): void;
	error(error: unknown): void;
	/** @param needsRestart whether flags have changed, which only apply at start */
	configLoaded?(file: string, needsRestart: boolean): void;
	configRejected(reason: string): void;
	stopped?(): void;
}

export const formatError = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);
