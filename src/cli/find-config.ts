import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadedConfig } from "./load-config.ts";

/** Searched in the current folder. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

/**
 * Returns the configuration, or undefined if there is none.
 * @param path defaults to the configuration in the current folder
 * @throws UsageError if the configuration cannot be used
 */
export async function findConfig(
	path?: string,
): Promise<LoadedConfig | undefined> {
	const file = path ?? CONFIG_FILES.find((name) => existsSync(name));
	if (file === undefined) return undefined;
	const { loadConfig } = await import("./load-config.ts");
	return loadConfig(resolve(file));
}
