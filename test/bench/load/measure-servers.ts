import { type LaunchedServer, launch } from "../launch.ts";
import { shuffle } from "../statistics.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";
import { checkSameResponses } from "./check-same-responses.ts";
import type { Measured } from "./measure-usage.ts";
import { type Runner, understudy } from "./runners.ts";
import type { Sample } from "./samples.ts";

type Servers = ReadonlyMap<Runner, LaunchedServer>;

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
export async function measureServers<Values extends object>(
	runners: readonly Runner[],
	rounds: number,
	signal: AbortSignal,
	measure: (
		server: LaunchedServer,
		request: BenchRequest,
		runner: Runner,
	) => Promise<Measured<Values>>,
): Promise<(Values & Sample)[]> {
	const samples: (Values & Sample)[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const servers = new Map<Runner, LaunchedServer>();
		try {
			for (const runner of runners)
				servers.set(runner, await launch(await runner.program(), signal));
			if (round === 0) await checkResponses(servers);
			for (const request of shuffle(benchRequests))
				for (const [runner, server] of shuffle([...servers])) {
					const { result, usage } = await measure(server, request, runner);
					const { operation } = request;
					samples.push({ runner: runner.name, operation, ...result, ...usage });
				}
		} finally {
			for (const server of servers.values())
				await server[Symbol.asyncDispose]();
		}
	}
	return samples;
}
