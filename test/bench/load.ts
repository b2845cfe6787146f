import { scratchFolder } from "../support/scratch-folder.ts";
import { launch } from "./launch.ts";
import { CONNECTIONS } from "./load/bench-requests.ts";
import {
	formatLatencies,
	formatSpeeds,
	pickMeasured,
	summarizeLatencies,
	summarizeSpeeds,
} from "./load/findings.ts";
import { measureLatencies } from "./load/measure-latencies.ts";
import { type LoadSettings, measureSpeeds } from "./load/measure-speeds.ts";
import { MAX_OTHER_CORES } from "./load/measure-usage.ts";
import { findPeers } from "./load/peers/find-peers.ts";
import { bareNode, runners as ownRunners, understudy } from "./load/runners.ts";
import { selectSamples } from "./load/samples.ts";
import type { Benchmark } from "./report.ts";
import { summarize } from "./statistics.ts";

const FULL: LoadSettings = { rounds: 5, warmUpSeconds: 1, seconds: 2 };
const QUICK: LoadSettings = { rounds: 2, warmUpSeconds: 1, seconds: 1 };
const GENERATOR = "autocannon";

/** Fetches the page of zaps that peers use as a fixed response. */
async function fetchZapsPage(signal: AbortSignal): Promise<object> {
	await using server = await launch(await understudy.program(), signal);
	return (await fetch(`${server.url}/v1/zaps`)).json();
}

/** Measures responses per second over 32 connections, and latency at half of that rate. */
export const load: Benchmark = {
	async run(signal, { quick, peers }) {
		const settings = quick ? QUICK : FULL;
		await using scratch = await scratchFolder();
		const others = peers
			? await findPeers(await fetchZapsPage(signal), scratch.path)
			: { runners: [], missing: [] };
		const runners = [...ownRunners, ...others.runners];
		const speedSamples = await measureSpeeds(runners, settings, signal);
		const paced = [bareNode, understudy];
		const latencySamples = await measureLatencies(
			paced,
			(runner, operation) =>
				summarize(
					selectSamples(speedSamples, runner, operation).map(
						({ perSecond }) => perSecond,
					),
				).median,
			settings,
			signal,
		);
		const speeds = summarizeSpeeds(runners, speedSamples);
		const latencies = summarizeLatencies(paced, latencySamples);
		const otherCores = Math.max(
			...[...speeds, ...latencies].map((finding) => finding.others ?? 0),
		);
		const disturbed = otherCores > MAX_OTHER_CORES;
		const { rounds, warmUpSeconds, seconds } = settings;
		return {
			lines: [
				`Responses per second over ${CONNECTIONS} connections, measured with ${GENERATOR}; ${rounds} rounds of ${seconds} s, each after ${warmUpSeconds} s of warm-up.`,
				"",
				...formatSpeeds(speeds),
				"",
				"Latency of each server at half of its own rate.",
				"",
				...formatLatencies(latencies),
				...(disturbed
					? [
							"",
							`Other processes used up to ${otherCores.toFixed(2)} cores during the measurement. Measure again on an idle machine.`,
						]
					: []),
				...others.missing.flatMap((reason) => ["", reason]),
			],
			data: {
				quick,
				disturbed,
				generator: GENERATOR,
				connections: CONNECTIONS,
				...settings,
				speeds,
				latencies,
				missing: others.missing,
				measured: {
					...pickMeasured("share", speeds, ({ share }) => share),
					...pickMeasured("p99", latencies, ({ ratio }) => ratio),
				},
			},
		};
	},
};
