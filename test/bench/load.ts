import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Launched, launch } from "./launch.ts";
import { pageOfZaps } from "./load/check-same-responses.ts";
import { findPeers, type Missing } from "./load/peers/find-peers.ts";
import { atHalfRate } from "./load/measure-latencies.ts";
import { latencyFindings } from "./load/latency-findings.ts";
import { type Extent, race } from "./load/measure-speeds.ts";
import { CONNECTIONS } from "./load/bench-requests.ts";
import {
	bareNode,
	runners as ours,
	type Runner,
	understudy,
} from "./load/runners.ts";
import { chooseGenerator } from "./load/load-generator.ts";
import { speedFindings } from "./load/speed-findings.ts";
import { CROWDED } from "./load/measure-undisturbed.ts";
import type { Bench, BenchOptions } from "./report.ts";
import { summarise } from "./statistics.ts";

const FULL: Extent = { rounds: 5, warmUpSeconds: 1, seconds: 2 };
const QUICK: Extent = { rounds: 2, warmUpSeconds: 1, seconds: 1 };

async function peersOf(
	scratch: string,
	signal: AbortSignal,
): Promise<{ runners: Runner[]; missing: Missing[] }> {
	await using server: Launched = await launch(
		await understudy.program(),
		signal,
	);
	const page: object = JSON.parse(await pageOfZaps(server.url));
	return findPeers(page, scratch);
}

/** What other processes took at most, in cores; 0 where the system does not tell. */
const takenByOthers = (
	findings: readonly { readonly others: number | null }[],
): number => Math.max(0, ...findings.flatMap(({ others }) => others ?? []));

/** As many requests as 32 connections can ask for, and how long answers take at half of that. */
export const load: Bench = {
	async run(signal, { quick, peers }: BenchOptions) {
		const extent = quick ? QUICK : FULL;
		const scratch = await mkdtemp(join(tmpdir(), "understudy-bench-"));
		try {
			const others = peers
				? await peersOf(scratch, signal)
				: { runners: [], missing: [] };
			const runners = [...ours, ...others.runners];
			const generator = await chooseGenerator();
			const speeds = await race(runners, generator, extent, signal);
			const speed = speedFindings(runners, speeds);
			const latencies = await atHalfRate(
				[bareNode, understudy],
				(runner, operation) =>
					summarise(
						speeds.of(runner, operation).map(({ perSecond }) => perSecond),
					).median,
				extent,
				signal,
			);
			const latency = latencyFindings([bareNode, understudy], latencies);
			const taken = takenByOthers([...speed.findings, ...latency.findings]);
			const disturbed = taken > CROWDED;
			const { rounds, warmUpSeconds, seconds } = extent;
			return {
				lines: [
					`Answers a second over ${CONNECTIONS} connections, by ${generator.name}; ${rounds} rounds of ${seconds} s after ${warmUpSeconds} s to warm up.`,
					"",
					...speed.lines,
					"",
					"How long answers take at half of that rate, each at its own.",
					"",
					...latency.lines,
					...(disturbed
						? [
								"",
								`Other processes took up to ${taken.toFixed(2)} cores meanwhile. Measure again when the machine has nothing else to do.`,
							]
						: []),
					...others.missing.flatMap(({ name, reason }) => [
						"",
						`${name} is not measured: ${reason}`,
					]),
				],
				data: {
					quick,
					disturbed,
					generator: generator.name,
					connections: CONNECTIONS,
					...extent,
					speeds: speed.findings,
					latencies: latency.findings,
					missing: others.missing,
					measured: { ...speed.measured, ...latency.measured },
				},
			};
		} finally {
			await rm(scratch, { recursive: true, force: true });
		}
	},
};
