import { fileURLToPath } from "node:url";
import type { Runner } from "./launch.ts";

const toPath = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

/** Returns a runner of a server in `peers/`. */
export const peer =
	(file: string, ...args: readonly string[]): Runner =>
	(port) => ({ args: [toPath(`peers/${file}`), port, ...args] });

/** Returns a runner of the mock with these flags. */
export const understudy =
	(...flags: readonly string[]): Runner =>
	(port) => ({
		args: [toPath("../dist/cli/main.js"), "serve", "--port", port, ...flags],
	});

/** The baseline of ratios. */
export const BARE = "bare node:http";
/** The mock with default flags. */
export const MOCK = "understudy serve";

/** The servers in this repository. All respond like the mock. */
export const runners = {
	[BARE]: peer("bare-node-work.mjs"),
	[MOCK]: understudy(),
	"understudy serve, without its log": understudy("--log", "silent"),
	"Express by hand": peer("express-work.mjs"),
	"@mswjs/http-middleware": peer("http-middleware.mjs"),
};
