import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Launched, launch } from "./launch.ts";
import { pageOfZaps } from "./load/check-answers.ts";
import { findPeers, type Missing } from "./load/find-peers.ts";
import {
	latencyFindings,
	type SpeedFinding,
	speedFindings,
} from "./load/findings.ts";
import { atHalfRate } from "./load/half-rate.ts";
import { type Extent, race } from "./load/race.ts";
import { CONNECTIONS } from "./load/requests.ts";
import {
	bareNode,
	runners as ours,
	type Runner,
	understudy,
} from "./load/runners.ts";
import { chooseGenerator } from "./load/saturate.ts";
import { CROWDED } from "./load/undisturbed.ts";
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

/** Says so where the machine had other things to do. */
function crowded(findings: readonly SpeedFinding[]): string[] {
	const known = findings.flatMap(({ others }) => others ?? []);
	const most = Math.max(0, ...known);
	return most > CROWDED
		? [
				"",
				`Other processes took up to ${most.toFixed(2)} cores meanwhile. Measure again when the machine has nothing else to do.`,
			]
		: [];
}

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
			const { rounds, warmUpSeconds, seconds } = extent;
			return {
				lines: [
					`Answers a second over ${CONNECTIONS} connections, by ${generator.name}; ${rounds} rounds of ${seconds} s after ${warmUpSeconds} s to warm up.`,
					"",
					...speed.lines,
					...crowded(speed.findings),
					"",
					"How long answers take at half of that rate, each at its own.",
					"",
					...latency.lines,
					...others.missing.flatMap(({ name, reason }) => [
						"",
						`${name} is not measured: ${reason}`,
					]),
				],
				data: {
					quick,
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
