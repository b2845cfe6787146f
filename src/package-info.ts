import { createRequire } from "node:module";
import { dirname } from "node:path";

const MANIFEST = "zaps-understudy/package.json";
const require = createRequire(import.meta.url);
const { version }: { version: string } = require(MANIFEST);

/** The folder of this package. */
export const packageRoot: string = dirname(require.resolve(MANIFEST));

export const packageVersion: string = version;
