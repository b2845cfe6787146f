import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type LaunchedServer, launch } from "../launch.ts";
import type { Runner } from "../load/runners.ts";

const PROBE = fileURLToPath(
	new URL("../peers/memory-probe.mjs", import.meta.url),
);

export const MEGABYTE = 1_048_576;

/** A server that reports its memory usage. */
export interface ProbedServer extends AsyncDisposable {
	readonly url: string;
	/** Returns the resident set size. */
	readResidentBytes(): Promise<number>;
	/** Returns the memory in use after a garbage collection, including buffers outside of the heap. */
	readUsedBytes(): Promise<number>;
}

async function readMemory(
	{ child }: LaunchedServer,
	collect: boolean,
): Promise<NodeJS.MemoryUsage> {
	const message = once(child, "message");
	child.send({ collect });
	const [usage]: NodeJS.MemoryUsage[] = await message;
	if (!usage)
		throw new Error("Cannot measure memory: the server sent an empty message.");
	return usage;
}

export async function launchWithMemoryProbe(
	runner: Runner,
	signal: AbortSignal,
): Promise<ProbedServer> {
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
		readResidentBytes: async () => (await readMemory(server, false)).rss,
		async readUsedBytes() {
			const { heapUsed, external } = await readMemory(server, true);
			return heapUsed + external;
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
