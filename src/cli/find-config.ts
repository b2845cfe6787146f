import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/** Looked for in the folder in which the command is given. */
const NAMES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);

/**
 * The file to load; undefined where none is named and there is none.
 * @throws UsageError for a name that is empty
 */
export function findConfig(named: string | undefined): string | undefined {
	if (named === "")
		throw new UsageError(
			`--config names no file. Pass one, or leave it out for ${NAMES[0]}.`,
		);
	return named === undefined
		? NAMES.map((name) => resolve(name)).find((file) => existsSync(file))
		: resolve(named);
}
