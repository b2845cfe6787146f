import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { shuffle } from "../statistics.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";
import { type LoadSettings, withServers } from "./measure-speeds.ts";
import { measureUndisturbed } from "./measure-usage.ts";
import type { Runner } from "./runners.ts";
import type { Latency, LatencySample } from "./samples.ts";

const PACE = fileURLToPath(new URL("./pace.ts", import.meta.url));
const RATE_SHARE = 0.5;

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
async function pace(
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

/**
 * Measures the latency of each runner at half of its maximum rate.
 * @param readMaxRate returns the maximum rate, in responses per second
 */
export async function measureLatencies(
	runners: readonly Runner[],
	readMaxRate: (runner: string, operation: string) => number,
	{ rounds, warmUpSeconds, seconds }: LoadSettings,
	signal: AbortSignal,
): Promise<LatencySample[]> {
	const samples: LatencySample[] = [];
	for (let round = 0; round < rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			for (const request of shuffle(benchRequests))
				for (const [{ name }, { url, child }] of shuffle([...servers])) {
					const { operation } = request;
					const perSecond = readMaxRate(name, operation) * RATE_SHARE;
					const options = { url, request, perSecond, warmUpSeconds, seconds };
					const { result, usage } = await measureUndisturbed(child.pid, () =>
						pace(options, signal),
					);
					samples.push({ runner: name, operation, ...result, ...usage });
				}
		});
	return samples;
}
