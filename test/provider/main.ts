import { parseArgs } from "node:util";
import { ALL_TOGETHER, CONTRARY } from "./differences.ts";
import { startService } from "./server.ts";

/** @throws Error if an argument is invalid, or the port is not available */
async function start() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			port: { type: "string", default: "4020" },
			/** May be repeated. */
			difference: { type: "string", multiple: true, default: [] },
			/** For the foreign provider: all differences that do not contradict each other. */
			all: { type: "boolean", default: false },
		},
	});
	const [kind = "ordinary"] = positionals;
	const differences = new Map([
		["ordinary", []],
		["contrary", CONTRARY],
		["foreign", values.all ? ALL_TOGETHER : []],
	]).get(kind);
	if (!differences)
		throw new Error(
			`Unknown provider "${kind}". Available: ordinary, contrary, foreign.`,
		);
	return await startService({
		port: Number(values.port),
		differences: [...differences, ...values.difference],
	});
}

const service = await start().catch((error: unknown) => {
	process.stderr.write(
		`${error instanceof Error ? error.message : String(error)}\n`,
	);
	process.exit(2);
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, () => service[Symbol.asyncDispose]());
process.stdout.write(`${service.url}\n`);
