import { fileURLToPath } from "node:url";
import {
	compareWithFirst,
	formatComparisons,
	measureRounds,
} from "./comparison.ts";
import { HEALTH_PATH, launch, waitForOk } from "./launch.ts";
import type { Benchmark } from "./report.ts";

const WARM_UPS = 2;
const ROUNDS = 15;

const toPath = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

/** The node arguments of each server. */
const SERVERS = [
	{ name: "bare node:http", args: [toPath("peers/bare-node.mjs")] },
	{ name: "express hello", args: [toPath("peers/express-hello.mjs")] },
	{
		name: "understudy serve",
		args: [
			toPath("../../dist/cli/main.js"),
			...["serve", "--port", "0", "--log", "json"],
		],
	},
];

/** Measures the start time of the server, against a minimal node server. */
export const start: Benchmark = {
	async run(signal) {
		const times = await measureRounds(
			SERVERS,
			ROUNDS,
			WARM_UPS,
			signal,
			async ({ args }) => {
				await using server = await launch({ args }, signal);
				const firstOk = await waitForOk(`${server.url}${HEALTH_PATH}`, signal);
				return firstOk - server.spawnedAt;
			},
		);
		const runners = compareWithFirst(times);
		const mock = runners.at(-1);
		return {
			lines: [
				`Time from spawn to the first 200 of GET ${HEALTH_PATH}; ${ROUNDS} rounds after ${WARM_UPS} warm-up rounds.`,
				"",
				...formatComparisons(runners, 1, "ms"),
			],
			data: {
				quick: false,
				rounds: ROUNDS,
				runners,
				measured: mock ? { start: mock.ratio } : {},
			},
		};
	},
};
