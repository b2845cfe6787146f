import { existsSync } from "node:fs";

/** Searched in the current folder. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

export const DEFAULT_LEDGER = "understudy.assumptions.yaml";

/** Returns the path of the configuration: the given one, or that of a configuration in the current folder. */
export const findConfig = (given?: string): string | undefined =>
	given ?? CONFIG_FILES.find((name) => existsSync(name));

/** Returns the path of the ledger: the given one, or the default name if that file is in the current folder. */
export const findLedger = (given?: string): string | undefined =>
	given ?? (existsSync(DEFAULT_LEDGER) ? DEFAULT_LEDGER : undefined);
