import { createRequire } from "node:module";
import { dirname } from "node:path";

const MANIFEST = "zaps-understudy/package.json";
const require = createRequire(import.meta.url);
const { version }: { version: string } = require(MANIFEST);

/** The folder of this package. */
export const packageRoot: string = dirname(require.resolve(MANIFEST));

/** Whether this package is installed in another project, where a change of its files would be lost. */
export const isInstalled: boolean = /[\\/]node_modules[\\/]/.test(packageRoot);

export const packageVersion: string = version;
