import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BenchRequest } from "./bench-requests.ts";
import type { Latency } from "./samples.ts";

const PACE = fileURLToPath(new URL("./pace.ts", import.meta.url));

export interface PaceOptions {
	readonly url: string;
	readonly request: BenchRequest;
	readonly perSecond: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

export type PaceResult = Latency | { readonly error: string };

/**
 * Sends the requests from a single-threaded process of its own. Helper threads of V8 could take the core of the server,
 * and the measured latency would include the wait for that core.
 * @throws Error if any response is not 2xx, or the server is too slow
 */
export async function sendPaced(
	options: PaceOptions,
	signal: AbortSignal,
): Promise<Latency> {
	const flags = [...process.execArgv, "--single-threaded"];
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[...flags, PACE, JSON.stringify(options)],
		{ signal, killSignal: "SIGKILL" },
	);
	const result: PaceResult = JSON.parse(stdout);
	if ("error" in result) throw new Error(result.error);
	return result;
}
