import { type LaunchedServer, launch } from "../launch.ts";
import { shuffle } from "../statistics.ts";
import { type BenchRequest, benchRequests } from "./bench-requests.ts";
import { checkSameResponses } from "./check-same-responses.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { measureUndisturbed } from "./measure-undisturbed.ts";
import type { Usage } from "./measure-usage.ts";
import { type Runner, understudy } from "./runners.ts";
import { createSamples, type Samples } from "./samples.ts";

export interface LoadSettings {
	readonly rounds: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

/**
 * The rate of a runner and operation in one round, with the processor usage if the system reports it. A `busy` far below
 * 1 means that the load generator was the limit. It is above 1 if the garbage collector uses another core.
 */
export interface Speed extends Partial<Usage> {
	readonly perSecond: number;
}

async function measureSpeed(
	[runner, server]: [Runner, LaunchedServer],
	request: BenchRequest,
	generator: LoadGenerator,
	{ warmUpSeconds, seconds }: LoadSettings,
	signal: AbortSignal,
): Promise<Speed> {
	const { url, child } = server;
	const warmUp = runner.warmUpSeconds ?? warmUpSeconds;
	await generator.saturate(url, request, warmUp, signal);
	const { result, usage } = await measureUndisturbed(child.pid, [], () =>
		generator.saturate(url, request, seconds, signal),
	);
	return { perSecond: result, ...usage };
}

/** Starts all servers, and stops them even if `use` throws. */
export async function withServers<Result>(
	runners: readonly Runner[],
	signal: AbortSignal,
	use: (servers: ReadonlyMap<Runner, LaunchedServer>) => Promise<Result>,
): Promise<Result> {
	const servers = new Map<Runner, LaunchedServer>();
	try {
		for (const runner of runners)
			servers.set(runner, await launch(await runner.program(), signal));
		return await use(servers);
	} finally {
		for (const server of servers.values()) await server[Symbol.asyncDispose]();
	}
}

async function checkResponses(
	servers: ReadonlyMap<Runner, LaunchedServer>,
): Promise<void> {
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
	generator: LoadGenerator,
	settings: LoadSettings,
	signal: AbortSignal,
): Promise<Samples<Speed>> {
	const speeds = createSamples<Speed>();
	for (let round = 0; round < settings.rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			if (round === 0) await checkResponses(servers);
			for (const request of shuffle(benchRequests))
				for (const each of shuffle([...servers])) {
					const speed = await measureSpeed(
						each,
						request,
						generator,
						settings,
						signal,
					);
					speeds.add(each[0], request.operation, speed);
				}
		});
	return speeds;
}
