import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Looked for in the folder in which the command is given. */
const NAMES = ["ts", "mts", "js", "mjs"].map(
	(extension) => `understudy.config.${extension}`,
);
/** The file to load; undefined where none is named and there is none. */
export const findConfig = (named: string | undefined): string | undefined =>
	named === undefined
		? NAMES.map((name) => resolve(name)).find((file) => existsSync(file))
		: resolve(named);
