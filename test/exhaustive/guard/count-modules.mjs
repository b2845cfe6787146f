import fs from "node:fs";
import { createRequire, register, syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";

/** Loaded with `--import`. Writes the URLs of all loaded modules, and the paths of all files read, to standard error on exit. */
const { port1, port2 } = new MessageChannel();
const modules = [];
port1.on("message", (url) => modules.push(url));
port1.unref();
register("./module-hooks.mjs", import.meta.url, {
	data: { port: port2 },
	transferList: [port2],
});

const files = [];
for (const api of [fs, fs.promises])
	for (const name of ["open", "openSync", "readFile", "readFileSync"]) {
		const original = api[name];
		if (original)
			api[name] = (path, ...rest) => {
				files.push(String(path));
				return original(path, ...rest);
			};
	}
syncBuiltinESMExports();

process.on("exit", () => {
	// Those of CommonJS are in the cache of `require`.
	for (const file of Object.keys(createRequire(import.meta.url).cache))
		modules.push(pathToFileURL(file).href);
	const loaded = { modules: [...new Set(modules)], files };
	process.stderr.write(`${JSON.stringify(loaded)}\n`);
});
