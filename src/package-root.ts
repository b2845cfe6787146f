import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package, which lies higher above the built files than above the sources. */
export function packageRoot(from: string): string {
	if (existsSync(join(from, "package.json"))) return from;
	return packageRoot(dirname(from));
}
