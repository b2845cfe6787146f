import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Launched, launch } from "../launch.ts";
import type { Runner } from "../load/runners.ts";

const PROBE = fileURLToPath(
	new URL("../peers/memory-probe.mjs", import.meta.url),
);

export const MEGABYTE = 1_048_576;

/** A server that can be asked for its memory. */
export interface Probed extends AsyncDisposable {
	readonly url: string;
	/** What the process takes from the system, in bytes, as it stands. */
	resident(): Promise<number>;
	/** What is still in use once the garbage was collected, in bytes, buffers outside of the heap included. */
	inUse(): Promise<number>;
}

async function memoryOf(
	{ child }: Launched,
	collect: boolean,
): Promise<NodeJS.MemoryUsage> {
	const answer = once(child, "message");
	child.send({ collect });
	const [usage]: NodeJS.MemoryUsage[] = await answer;
	if (!usage) throw new Error("Cannot measure memory: the server is silent.");
	return usage;
}

export async function launchProbed(
	runner: Runner,
	signal: AbortSignal,
): Promise<Probed> {
	const { args, ...program } = await runner.program();
	const server = await launch(
		{
			...program,
			args: ["--expose-gc", "--import", PROBE, ...args],
			ipc: true,
		},
		signal,
	);
	return {
		url: server.url,
		resident: async () => (await memoryOf(server, false)).rss,
		async inUse() {
			const { heapUsed, external } = await memoryOf(server, true);
			return heapUsed + external;
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
