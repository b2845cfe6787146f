import { type Launched, launch } from "../launch.ts";
import { shuffled } from "../statistics.ts";
import { checkAnswers } from "./check-same-responses.ts";
import type { Usage } from "./measure-usage.ts";
import { type Ask, asks } from "./bench-requests.ts";
import { type Runner, understudy } from "./runners.ts";
import { createSamples, type Samples } from "./samples.ts";
import type { Generator } from "./load-generator.ts";
import { undisturbed } from "./measure-undisturbed.ts";

export interface Extent {
	readonly rounds: number;
	readonly warmUpSeconds: number;
	readonly seconds: number;
}

/**
 * One runner's answers to one operation in one round, and who ran meanwhile where the system tells: busy much below 1,
 * and it was the load generator that could not go faster; above 1 where the collector of garbage takes a share of
 * another core.
 */
export interface Speed extends Partial<Usage> {
	readonly perSecond: number;
}

async function measure(
	[runner, server]: [Runner, Launched],
	ask: Ask,
	generator: Generator,
	{ warmUpSeconds, seconds }: Extent,
	signal: AbortSignal,
): Promise<Speed> {
	const { url, child } = server;
	const warmUp = runner.warmUpSeconds ?? warmUpSeconds;
	await generator.saturate(url, ask, warmUp, signal);
	const { result, usage } = await undisturbed(child.pid, [], () =>
		generator.saturate(url, ask, seconds, signal),
	);
	return { perSecond: result, ...usage };
}

/** Starts all of them, and ends all of them, whatever happens meanwhile. */
export async function withServers<Result>(
	runners: readonly Runner[],
	signal: AbortSignal,
	use: (servers: ReadonlyMap<Runner, Launched>) => Promise<Result>,
): Promise<Result> {
	const servers = new Map<Runner, Launched>();
	try {
		for (const runner of runners)
			servers.set(runner, await launch(await runner.program(), signal));
		return await use(servers);
	} finally {
		for (const server of servers.values()) await server[Symbol.asyncDispose]();
	}
}

async function checkAll(servers: ReadonlyMap<Runner, Launched>): Promise<void> {
	const reference = servers.get(understudy);
	if (!reference) return;
	for (const [{ name, doesTheSame }, { url }] of servers)
		if (doesTheSame) await checkAnswers(reference.url, url, name);
}

/**
 * Every runner, in processes that are new each round. Within a round all of them answer the same operation one after
 * the other and in an order of chance, so that a busy moment of the machine meets none of them more than the others.
 */
export async function race(
	runners: readonly Runner[],
	generator: Generator,
	extent: Extent,
	signal: AbortSignal,
): Promise<Samples<Speed>> {
	const speeds = createSamples<Speed>();
	for (let round = 0; round < extent.rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			if (round === 0) await checkAll(servers);
			for (const ask of shuffled(asks))
				for (const each of shuffled([...servers])) {
					const speed = await measure(each, ask, generator, extent, signal);
					speeds.add(each[0], ask.operation, speed);
				}
		});
	return speeds;
}
