import { existsSync } from "node:fs";
import { join } from "node:path";

/** The names of the configuration, which is searched in the current folder. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

export const DEFAULT_LEDGER = "understudy.assumptions.yaml";

/** Returns the given path, or the path of the configuration in a folder, by default the current one. */
export const findConfig = (given?: string, folder = ""): string | undefined =>
	given ?? CONFIG_FILES.map((name) => join(folder, name)).find(existsSync);

/** Returns the given path, or the default path of the ledger if that file exists in the current folder. */
export const findLedger = (given?: string): string | undefined =>
	given ?? (existsSync(DEFAULT_LEDGER) ? DEFAULT_LEDGER : undefined);
