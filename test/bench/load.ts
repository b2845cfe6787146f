import { scratchFolder } from "../support/scratch-folder.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { CONNECTIONS } from "./load/bench-requests.ts";
import {
	formatLatencies,
	formatSpeeds,
	pickMeasured,
	summarizeLatencies,
	summarizeSpeeds,
} from "./load/findings.ts";
import { measureServers } from "./load/measure-servers.ts";
import { MAX_OTHER_CORES, measureUndisturbed } from "./load/measure-usage.ts";
import { findPeers } from "./load/peers/find-peers.ts";
import { bareNode, runners as ownRunners, understudy } from "./load/runners.ts";
import { selectSamples } from "./load/samples.ts";
import { sendPaced } from "./load/send-paced.ts";
import type { Benchmark } from "./report.ts";
import { summarize } from "./statistics.ts";

const FULL = { rounds: 5, warmUpSeconds: 1, seconds: 2 };
const QUICK = { rounds: 2, warmUpSeconds: 1, seconds: 1 };
const GENERATOR = "autocannon";
const RATE_SHARE = 0.5;

/** Fetches the page of zaps that peers use as a fixed response. */
async function fetchZapsPage(signal: AbortSignal): Promise<object> {
	await using server = await launch(await understudy.program(), signal);
	return (await fetch(`${server.url}/v1/zaps`)).json();
}

/** Measures responses per second over 32 connections, and latency at half of that rate. */
export const load: Benchmark = {
	async run(signal, { quick, peers }) {
		const settings = quick ? QUICK : FULL;
		const { rounds, warmUpSeconds, seconds } = settings;
		await using scratch = await scratchFolder();
		const others = peers
			? await findPeers(await fetchZapsPage(signal), scratch.path)
			: { runners: [], missing: [] };
		const runners = [...ownRunners, ...others.runners];
		const speedSamples = await measureServers(
			runners,
			rounds,
			signal,
			async ({ url, child }, request, runner) => {
				const saturate = async (duration: number) => ({
					perSecond: await runAutocannon(url, [request], { duration }, signal),
				});
				await saturate(runner.warmUpSeconds ?? warmUpSeconds);
				return measureUndisturbed(child.pid, () => saturate(seconds));
			},
		);
		const paced = [bareNode, understudy];
		const latencySamples = await measureServers(
			paced,
			rounds,
			signal,
			({ url, child }, request, { name }) => {
				const own = selectSamples(speedSamples, name, request.operation);
				const rates = own.map((sample) => sample.perSecond);
				const perSecond = summarize(rates).median * RATE_SHARE;
				const options = { url, request, perSecond, warmUpSeconds, seconds };
				return measureUndisturbed(child.pid, () => sendPaced(options, signal));
			},
		);
		const speeds = summarizeSpeeds(runners, speedSamples);
		const latencies = summarizeLatencies(paced, latencySamples);
		const otherCores = Math.max(
			...[...speeds, ...latencies].map((finding) => finding.others ?? 0),
		);
		const disturbed = otherCores > MAX_OTHER_CORES;
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
