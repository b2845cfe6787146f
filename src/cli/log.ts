import type { ServedExchange } from "../adapters/http/serve.ts";
import type { LedgerEntry } from "../service-engine.ts";
import type { Stage } from "./banner.ts";

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

export const reasonOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);
