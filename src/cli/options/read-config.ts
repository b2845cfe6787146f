import { resolve } from "node:path";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findConfig } from "../../config/project-files.ts";
import { errorMessage } from "../../values/errors.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Loads the given configuration or that of the current folder.
 * @returns undefined if there is none
 * @throws UsageError that says why the configuration cannot be used, and in which line
 */
export async function readConfig(
	path?: string,
	timeoutMs?: number,
): Promise<LoadedConfig | undefined> {
	const file = findConfig(path);
	if (file === undefined) return undefined;
	// Loads only if there is a configuration, so that the server starts sooner.
	const { loadConfig } = await import("../../config/load-config.ts");
	return loadConfig(resolve(file), new Set(), timeoutMs).catch((error) => {
		throw new UsageError(errorMessage(error), { cause: error });
	});
}
