import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LaunchedServer, launch } from "./launch.ts";
import { CONNECTIONS } from "./load/bench-requests.ts";
import { fetchZapsPage } from "./load/check-same-responses.ts";
import { summarizeLatencies } from "./load/latency-findings.ts";
import { chooseLoadGenerator } from "./load/load-generator.ts";
import { measureLatencies } from "./load/measure-latencies.ts";
import { type LoadSettings, measureSpeeds } from "./load/measure-speeds.ts";
import { MAX_OTHER_CORES } from "./load/measure-undisturbed.ts";
import { findPeers, type MissingPeer } from "./load/peers/find-peers.ts";
import {
	bareNode,
	runners as ownRunners,
	type Runner,
	understudy,
} from "./load/runners.ts";
import { summarizeSpeeds } from "./load/speed-findings.ts";
import type { Benchmark, BenchmarkOptions } from "./report.ts";
import { summarize } from "./statistics.ts";

const FULL: LoadSettings = { rounds: 5, warmUpSeconds: 1, seconds: 2 };
const QUICK: LoadSettings = { rounds: 2, warmUpSeconds: 1, seconds: 1 };

async function findInstalledPeers(
	scratch: string,
	signal: AbortSignal,
): Promise<{ runners: Runner[]; missing: MissingPeer[] }> {
	await using server: LaunchedServer = await launch(
		await understudy.program(),
		signal,
	);
	const page: object = JSON.parse(await fetchZapsPage(server.url));
	return findPeers(page, scratch);
}

/** Returns the most cores that other processes used, or 0 if the system does not report it. */
const maxOtherCores = (
	findings: readonly { readonly others: number | null }[],
): number => Math.max(0, ...findings.flatMap(({ others }) => others ?? []));

/** Measures responses per second over 32 connections, and latency at half of that rate. */
export const load: Benchmark = {
	async run(signal, { quick, peers }: BenchmarkOptions) {
		const settings = quick ? QUICK : FULL;
		const scratch = await mkdtemp(join(tmpdir(), "understudy-bench-"));
		try {
			const others = peers
				? await findInstalledPeers(scratch, signal)
				: { runners: [], missing: [] };
			const runners = [...ownRunners, ...others.runners];
			const generator = await chooseLoadGenerator();
			const speeds = await measureSpeeds(runners, generator, settings, signal);
			const speed = summarizeSpeeds(runners, speeds);
			const latencies = await measureLatencies(
				[bareNode, understudy],
				(runner, operation) =>
					summarize(
						speeds.of(runner, operation).map(({ perSecond }) => perSecond),
					).median,
				settings,
				signal,
			);
			const latency = summarizeLatencies([bareNode, understudy], latencies);
			const otherCores = maxOtherCores([
				...speed.findings,
				...latency.findings,
			]);
			const disturbed = otherCores > MAX_OTHER_CORES;
			const { rounds, warmUpSeconds, seconds } = settings;
			return {
				lines: [
					`Responses per second over ${CONNECTIONS} connections, measured with ${generator.name}; ${rounds} rounds of ${seconds} s, each after ${warmUpSeconds} s of warm-up.`,
					"",
					...speed.lines,
					"",
					"Latency of each server at half of its own rate.",
					"",
					...latency.lines,
					...(disturbed
						? [
								"",
								`Other processes used up to ${otherCores.toFixed(2)} cores during the measurement. Measure again on an idle machine.`,
							]
						: []),
					...others.missing.flatMap(({ name, reason }) => [
						"",
						`${name} was not measured: ${reason}`,
					]),
				],
				data: {
					quick,
					disturbed,
					generator: generator.name,
					connections: CONNECTIONS,
					...settings,
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
