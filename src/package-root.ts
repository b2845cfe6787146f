import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the folder of this package. Built files are at a different depth in it than their sources. */
export function packageRoot(from: string): string {
	if (existsSync(join(from, "package.json"))) return from;
	return packageRoot(dirname(from));
}
