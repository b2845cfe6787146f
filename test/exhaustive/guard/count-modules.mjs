import { register } from "node:module";
import { MessageChannel } from "node:worker_threads";

/** Loaded with `--import`. Writes the URLs of all loaded modules to standard error on exit. */
const { port1, port2 } = new MessageChannel();
const loaded = [];
port1.on("message", (url) => loaded.push(url));
port1.unref();
register("./module-hooks.mjs", import.meta.url, {
	data: { port: port2 },
	transferList: [port2],
});
process.on("exit", () => {
	process.stderr.write(`${JSON.stringify(loaded)}\n`);
});
