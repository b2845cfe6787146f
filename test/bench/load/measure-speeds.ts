import { type LaunchedServer, launch } from "../launch.ts";
import { shuffle } from "../statistics.ts";
import { runAutocannon } from "./autocannon.ts";
import { benchRequests } from "./bench-requests.ts";
import { checkSameResponses } from "./check-same-responses.ts";
import { measureUndisturbed } from "./measure-usage.ts";
import { type Runner, understudy } from "./runners.ts";
import type { SpeedSample } from "./samples.ts";

export interface LoadSettings {
	readonly rounds: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

type Servers = ReadonlyMap<Runner, LaunchedServer>;

/** Starts all servers, and stops them even if `use` throws. */
export async function withServers(
	runners: readonly Runner[],
	signal: AbortSignal,
	use: (servers: Servers) => Promise<void>,
): Promise<void> {
	const servers = new Map<Runner, LaunchedServer>();
	try {
		for (const runner of runners)
			servers.set(runner, await launch(await runner.program(), signal));
		await use(servers);
	} finally {
		for (const server of servers.values()) await server[Symbol.asyncDispose]();
	}
}

async function checkResponses(servers: Servers): Promise<void> {
	const reference = servers.get(understudy);
	if (!reference) return;
	for (const [{ name, hasSameResponses }, { url }] of servers)
		if (hasSameResponses) await checkSameResponses(reference.url, url, name);
}

/**
 * Measures every runner, in new processes each round. Within a round, all runners are measured for one operation in
 * random order before the next operation, so that a busy moment of the machine affects all of them equally.
 */
export async function measureSpeeds(
	runners: readonly Runner[],
	{ rounds, warmUpSeconds, seconds }: LoadSettings,
	signal: AbortSignal,
): Promise<SpeedSample[]> {
	const samples: SpeedSample[] = [];
	for (let round = 0; round < rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			if (round === 0) await checkResponses(servers);
			for (const request of shuffle(benchRequests))
				for (const [runner, { url, child }] of shuffle([...servers])) {
					const saturate = (duration: number): Promise<number> =>
						runAutocannon(url, [request], { duration }, signal);
					await saturate(runner.warmUpSeconds ?? warmUpSeconds);
					const { result, usage } = await measureUndisturbed(child.pid, () =>
						saturate(seconds),
					);
					samples.push({
						runner: runner.name,
						operation: request.operation,
						perSecond: result,
						...usage,
					});
				}
		});
	return samples;
}
