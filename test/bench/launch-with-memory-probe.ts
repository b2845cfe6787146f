import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.ts";
import type { Runner } from "./load/runners.ts";

const PROBE = fileURLToPath(new URL("peers/memory-probe.mjs", import.meta.url));

/** A server that reports its memory usage. */
export interface ProbedServer extends AsyncDisposable {
	readonly url: string;
	/** @param collect whether to collect garbage first */
	readMemory(collect: boolean): Promise<NodeJS.MemoryUsage>;
}

export async function launchWithMemoryProbe(
	runner: Runner,
	signal: AbortSignal,
): Promise<ProbedServer> {
	const program = await runner.program();
	const args = ["--expose-gc", "--import", PROBE, ...program.args];
	const server = await launch({ ...program, args, ipc: true }, signal);
	return {
		...server,
		async readMemory(collect) {
			const message = once(server.child, "message");
			server.child.send({ collect });
			const [usage]: NodeJS.MemoryUsage[] = await message;
			if (!usage)
				throw new Error("Cannot measure memory: the message is empty.");
			return usage;
		},
	};
}
