import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

const require = createRequire(import.meta.url);
const manifest = require.resolve("zaps-understudy/package.json");
// `require` would take longer.
const { version }: { version: string } = JSON.parse(
	readFileSync(manifest, "utf8"),
);

/** The folder of this package. */
export const packageRoot: string = dirname(manifest);

export const packageVersion: string = version;
