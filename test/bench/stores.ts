import { join } from "node:path";
import { scratchFolder } from "../support/scratch-folder.ts";
import { compare } from "./comparison.ts";
import {
	type LaunchedServer,
	launch,
	measureStart,
	type Runner,
} from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import {
	type BenchRequest,
	createPost,
	getHealth,
	listZaps,
} from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import { understudy } from "./runners.ts";

const FULL = { rounds: 10, warmUps: 2, seconds: 2 };
const QUICK = { rounds: 4, warmUps: 1, seconds: 1 };
const RECORDS = 100_000;
const WRITE = createPost("createZap", "/v1/zaps", { name: "measured" });

const serveStore = (store: string): Runner =>
	understudy("--dataset", "empty", "--log", "silent", "--store", store);

async function compareSpeeds(file: Runner, settings: typeof FULL) {
	const { seconds } = settings;
	await using memory = await launch(serveStore("memory"));
	await using sqlite = await launch(file);
	for (const { url } of [memory, sqlite])
		await runAutocannon(url, [WRITE], { amount: 1_000 });
	const send = ({ url }: LaunchedServer, request: BenchRequest) =>
		runAutocannon(url, [request], { duration: seconds });
	return await compare(
		`Responses per second with sessions in memory and in a SQLite file, for ${seconds} s each`,
		{ ...settings, digits: 0, unit: "/s" },
		[listZaps, WRITE].map((request) => ({
			title: request.operation,
			key: `store ${request.operation}`,
			subjects: {
				memory: () => send(memory, request),
				SQLite: () => send(sqlite, request),
			},
		})),
	);
}

async function compareStarts(
	empty: Runner,
	full: Runner,
	settings: typeof FULL,
) {
	{
		await using server = await launch(full);
		// Each write creates a zap and its audit record.
		await runAutocannon(server.url, [WRITE], { amount: RECORDS / 2 });
	}
	return await compare(
		`Time from spawn to the first 200 with an empty file, and with one of ${RECORDS.toLocaleString("en-US")} records`,
		{ ...settings, digits: 1, unit: "ms" },
		[getHealth, listZaps].map(({ path }) => ({
			title: `GET ${path}`,
			key: path === getHealth.path ? "store start" : "",
			subjects: {
				"empty file": () => measureStart(empty, path),
				"full file": () => measureStart(full, path),
			},
		})),
	);
}

/** Compares a store in a file with memory, and the start with a full file with the start with an empty one. */
export const measure: Benchmark = async ({ quick }) => {
	const settings = quick ? QUICK : FULL;
	await using scratch = await scratchFolder();
	const inFile = (name: string): Runner =>
		serveStore(`sqlite:${join(scratch.path, `${name}.db`)}`);
	const speeds = await compareSpeeds(inFile("speed"), settings);
	const starts = await compareStarts(
		...([inFile("empty"), inFile("full"), settings] as const),
	);
	return {
		lines: [...speeds.lines, "", ...starts.lines],
		measured: { ...speeds.measured, ...starts.measured },
		speeds: speeds.findings,
		starts: starts.findings,
	};
};
