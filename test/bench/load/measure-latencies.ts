import { shuffle } from "../statistics.ts";
import { benchRequests } from "./bench-requests.ts";
import { type LoadSettings, withServers } from "./measure-speeds.ts";
import { measureUndisturbed } from "./measure-undisturbed.ts";
import type { Usage } from "./measure-usage.ts";
import { type Latency, startPacer } from "./pacer.ts";
import type { Runner } from "./runners.ts";
import { createSamples, type Samples } from "./samples.ts";

const RATE_SHARE = 0.5;

/** The latency of a runner and operation in one round, with the processor usage if the system reports it. */
export type PacedLatency = Latency & Partial<Usage>;

/**
 * Measures the latency of each runner at half of its maximum rate.
 * @param readMaxRate returns the maximum rate, in responses per second
 */
export async function measureLatencies(
	runners: readonly Runner[],
	readMaxRate: (runner: Runner, operation: string) => number,
	{ rounds, warmUpSeconds, seconds }: LoadSettings,
	signal: AbortSignal,
): Promise<Samples<PacedLatency>> {
	using pacer = startPacer(signal);
	const latencies = createSamples<PacedLatency>();
	for (let round = 0; round < rounds; round += 1)
		await withServers(runners, signal, async (servers) => {
			for (const request of shuffle(benchRequests))
				for (const [runner, { url, child }] of shuffle([...servers])) {
					const perSecond = readMaxRate(runner, request.operation) * RATE_SHARE;
					const paced = { url, request, perSecond, warmUpSeconds, seconds };
					const { result, usage } = await measureUndisturbed(
						child.pid,
						[pacer.pid],
						() => pacer.measureLatency(paced),
					);
					latencies.add(runner, request.operation, { ...result, ...usage });
				}
		});
	return latencies;
}
