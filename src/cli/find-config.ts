import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

const NAMES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

/**
 * Returns the path of the configuration to load: the given one, or else the one in the current folder, if any.
 * @throws UsageError if the given path is empty
 */
export function findConfig(path: string | undefined): string | undefined {
	if (path === "")
		throw new UsageError(
			`--config requires a file. Pass one, or leave the option out to use ${NAMES[0]}.`,
		);
	return path === undefined
		? NAMES.map((name) => resolve(name)).find((file) => existsSync(file))
		: resolve(path);
}
