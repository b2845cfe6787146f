import { parseArgs } from "node:util";
import { startContrary } from "./contrary/server.ts";
import { ALL_TOGETHER } from "./foreign/differences.ts";
import { startForeign } from "./foreign/server.ts";
import { startOrdinary } from "./ordinary/server.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		port: { type: "string", default: "4020" },
		/** For the foreign provider. */
		difference: { type: "string", multiple: true, default: [] },
		all: { type: "boolean", default: false },
	},
});
const [kind = "ordinary"] = positionals;
const providers = new Map([
	["ordinary", startOrdinary],
	["contrary", startContrary],
	["foreign", startForeign],
]);
const start = providers.get(kind);
if (!start)
	throw new Error(
		`Unknown provider "${kind}". Available: ${[...providers.keys()].join(", ")}.`,
	);
const { url, close } = await start({
	port: Number(values.port),
	host: "127.0.0.1",
	differences: values.all ? ALL_TOGETHER : values.difference,
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, close);
process.stdout.write(`${url}\n`);
