import { scratchFolder } from "../test/support/scratch-folder.ts";
import { launch } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { CONNECTIONS, listZaps } from "./load/bench-requests.ts";
import {
	formatLatencies,
	formatSpeeds,
	summarizeLatency,
	summarizeSpeed,
} from "./load/findings.ts";
import { measureServers, select } from "./load/measure-servers.ts";
import { MAX_OTHER_CORES, measureUndisturbed } from "./load/measure-usage.ts";
import { findPeers } from "./load/peers/find-peers.ts";
import { sendPaced } from "./load/send-paced.ts";
import type { Benchmark } from "./report.ts";
import { BARE, MOCK, runners } from "./runners.ts";
import type { Summary } from "./statistics.ts";

const RATE_SHARE = 0.5;
const FULL = { rounds: 5, warmUpSeconds: 1, seconds: 2 };
const QUICK = { rounds: 2, warmUpSeconds: 1, seconds: 1 };

/** Fetches the page of zaps that peers use as a fixed response. */
async function fetchZapsPage(): Promise<object> {
	await using server = await launch(runners[MOCK]);
	return (await fetch(server.url + listZaps.path)).json();
}

/** Measures responses per second over 32 connections, and latency at half of that rate. */
export const measure = (async ({ quick, peers }) => {
	const settings = quick ? QUICK : FULL;
	const { rounds, warmUpSeconds, seconds } = settings;
	await using scratch = await scratchFolder();
	const others = peers
		? findPeers(await fetchZapsPage(), scratch.path)
		: { runners: {}, missing: [] };
	const speedSamples = await measureServers(
		{ ...runners, ...others.runners },
		rounds,
		async ({ url, child, ...server }, request) => {
			const saturate = async (duration: number) => ({
				perSecond: await runAutocannon(url, [request], { duration }),
			});
			await saturate(server.warmUpSeconds ?? warmUpSeconds);
			return measureUndisturbed(child.pid, () => saturate(seconds));
		},
	);
	const speeds = speedSamples.map(summarizeSpeed);
	const latencySamples = await measureServers(
		{ [BARE]: runners[BARE], [MOCK]: runners[MOCK] },
		rounds,
		({ url, child }, request, runner) => {
			const [speed] = select(speeds, runner, request.operation);
			const perSecond = (speed?.perSecond.median ?? NaN) * RATE_SHARE;
			return measureUndisturbed(child.pid, () =>
				sendPaced(url, request, perSecond, seconds, warmUpSeconds),
			);
		},
	);
	const latencies = latencySamples.map(summarizeLatency);
	const usages = [...speeds, ...latencies].map(({ others }) => others ?? 0);
	const otherCores = Math.max(...usages);
	const disturbed = otherCores > MAX_OTHER_CORES;
	const measured: Record<string, Summary> = {};
	for (const each of speeds)
		if (each.runner === MOCK) measured[`share ${each.operation}`] = each.share;
	for (const each of latencies)
		if (each.runner === MOCK) measured[`p99 ${each.operation}`] = each.ratio;
	const warning = `Other processes used up to ${otherCores.toFixed(2)} cores during the measurement. Measure again on an idle machine.`;
	return {
		lines: [
			`Responses per second over ${CONNECTIONS} connections, measured with autocannon; ${rounds} rounds of ${seconds} s, each after ${warmUpSeconds} s of warm-up.`,
			"",
			...formatSpeeds(speeds),
			"",
			"Latency of each server at half of its own rate.",
			"",
			...formatLatencies(latencies),
			...(disturbed ? ["", warning] : []),
			...others.missing.flatMap((reason) => ["", reason]),
		],
		...{ generator: "autocannon", connections: CONNECTIONS, ...settings },
		...{ disturbed, speeds, latencies, missing: others.missing, measured },
	};
}) satisfies Benchmark;
