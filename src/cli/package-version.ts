import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";

/** Returns the version of this package. */
export function packageVersion(): string {
	const manifest: { version: string } = JSON.parse(
		readFileSync(
			join(packageRoot(import.meta.dirname), "package.json"),
			"utf8",
		),
	);
	return manifest.version;
}
