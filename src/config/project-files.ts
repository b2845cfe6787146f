import { existsSync } from "node:fs";

/** The names of the configuration, which is searched in the current folder. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

export const DEFAULT_LEDGER = "understudy.assumptions.yaml";

/** Returns the given path, or the path of the configuration in the current folder. */
export const findConfig = (given?: string): string | undefined =>
	given ?? CONFIG_FILES.find((name) => existsSync(name));

/** Returns the given path, or the default path of the ledger if that file exists in the current folder. */
export const findLedger = (given?: string): string | undefined =>
	given ?? (existsSync(DEFAULT_LEDGER) ? DEFAULT_LEDGER : undefined);
