import { join } from "node:path";
import { scratchFolder } from "../support/scratch-folder.ts";
import {
	type Comparison,
	compareWithFirst,
	formatComparisons,
	measureRounds,
} from "./comparison.ts";
import { HEALTH_PATH, launch, waitForOk } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import type { BenchRequest } from "./load/bench-requests.ts";
import { createUnderstudy, type Runner } from "./load/runners.ts";
import type { Benchmark } from "./report.ts";

const FULL = { rounds: 10, warmUps: 2, seconds: 2 };
const QUICK = { rounds: 4, warmUps: 1, seconds: 1 };
/** Each write creates a zap and its audit record. */
const RECORDS = 100_000;
const ZAPS_PATH = "/v1/zaps";

const READ: BenchRequest = {
	operation: "listZaps",
	method: "GET",
	path: ZAPS_PATH,
};
const WRITE: BenchRequest = {
	operation: "createZap",
	method: "POST",
	path: ZAPS_PATH,
	body: JSON.stringify({ name: "measured" }),
};

const serveStore = (name: string, store: string): Runner =>
	createUnderstudy(
		name,
		...["--dataset", "empty", "--log", "silent", "--store", store],
	);

const nameAfter = (prefix: string, findings: readonly Comparison[]) =>
	findings.map((each) => ({ ...each, name: `${prefix}  ${each.name}` }));

/** Compares a store in a file with memory, and the start with a full file with the start with an empty one. */
export const stores: Benchmark = {
	async run(signal, { quick }) {
		const { rounds, warmUps, seconds } = quick ? QUICK : FULL;
		await using scratch = await scratchFolder();
		const inFile = (name: string): string =>
			`sqlite:${join(scratch.path, `${name}.db`)}`;
		const start = async ({ program }: Runner) =>
			launch(await program(), signal);

		const speeds: Comparison[] = [];
		{
			await using memory = await start(serveStore("memory", "memory"));
			await using file = await start(serveStore("file", inFile("speed")));
			const servers = [
				{ name: "memory", url: memory.url },
				{ name: "SQLite", url: file.url },
			];
			for (const { url } of servers)
				await runAutocannon(url, [WRITE], { amount: 1_000 }, signal);
			for (const request of [READ, WRITE]) {
				const samples = await measureRounds(
					servers,
					rounds,
					warmUps,
					signal,
					({ url }) =>
						runAutocannon(url, [request], { duration: seconds }, signal),
				);
				const found = compareWithFirst(samples);
				speeds.push(...nameAfter(request.operation, found));
			}
		}

		const files = ["empty", "full"].map((name) =>
			serveStore(`${name} file`, inFile(name)),
		);
		for (const [index, runner] of files.entries()) {
			await using server = await start(runner);
			const amount = index * (RECORDS / 2);
			if (amount > 0)
				await runAutocannon(server.url, [WRITE], { amount }, signal);
		}
		const starts: Comparison[] = [];
		for (const path of [HEALTH_PATH, ZAPS_PATH]) {
			const samples = await measureRounds(
				files,
				rounds,
				warmUps,
				signal,
				async (runner) => {
					await using server = await start(runner);
					return (
						(await waitForOk(server.url + path, signal)) - server.spawnedAt
					);
				},
			);
			starts.push(...nameAfter(`GET ${path}`, compareWithFirst(samples)));
		}

		const [, read, , write] = speeds;
		const [, started] = starts;
		return {
			lines: [
				`Responses per second with sessions in memory and in a SQLite file; ${rounds} rounds of ${seconds} s after ${warmUps} warm-up rounds.`,
				"",
				...formatComparisons(speeds, 0, "/s"),
				"",
				`Time from spawn to the first 200 with an empty file, and with one of ${RECORDS.toLocaleString("en-US")} records.`,
				"",
				...formatComparisons(starts, 1, "ms"),
			],
			data: {
				quick,
				rounds,
				speeds,
				starts,
				measured: {
					...(read && { "store listZaps": read.ratio }),
					...(write && { "store createZap": write.ratio }),
					...(started && { "store start": started.ratio }),
				},
			},
		};
	},
};
