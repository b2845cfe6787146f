import { shuffled } from "../statistics.ts";
import { type Latency, startPacer } from "./pacer.ts";
import type { Usage } from "./measure-usage.ts";
import { type Extent, withServers } from "./measure-speeds.ts";
import { asks } from "./bench-requests.ts";
import type { Runner } from "./runners.ts";
import { createSamples, type Samples } from "./samples.ts";
import { undisturbed } from "./measure-undisturbed.ts";

const SHARE = 0.5;

/** One runner's answers to one operation in one round, and who ran meanwhile where the system tells. */
export type PacedLatency = Latency & Partial<Usage>;

/**
 * How long answers take where each runner has half as much to do as it is able to.
 * @param saturating answers a second
 */
export async function atHalfRate(
	runners: readonly Runner[],
	saturating: (runner: Runner, operation: string) => number,
	{ rounds, warmUpSeconds, seconds }: Extent,
	signal: AbortSignal,
): Promise<Samples<PacedLatency>> {
	using pacer = startPacer(signal);
	const latencies = createSamples<PacedLatency>();
	for (let round = 0; round < rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			for (const ask of shuffled(asks))
				for (const [runner, { url, child }] of shuffled([...servers])) {
					const perSecond = saturating(runner, ask.operation) * SHARE;
					const order = { url, ask, perSecond, warmUpSeconds, seconds };
					const { result, usage } = await undisturbed(
						child.pid,
						[pacer.pid],
						() => pacer.latencyOf(order),
					);
					latencies.add(runner, ask.operation, { ...result, ...usage });
				}
		});
	return latencies;
}
