import { join } from "node:path";
import { scratchFolder } from "../test/support/scratch-folder.ts";
import { startBalancer } from "../test/support/start-balancer.ts";
import { HAS_REDIS, startRedis } from "../test/support/start-redis.ts";
import { compare } from "./comparison.ts";
import { launch, measureStart, type Runner } from "./launch.ts";
import { runAutocannon } from "./load/autocannon.ts";
import { createPost, getHealth, listZaps } from "./load/bench-requests.ts";
import type { Benchmark } from "./report.ts";
import { understudy } from "./runners.ts";

const FULL = { rounds: 10, warmUps: 2, seconds: 2 };
const QUICK = { rounds: 4, warmUps: 1, seconds: 1 };
const RECORDS = 100_000;
const WRITE = createPost("createZap", "/v1/zaps", { name: "measured" });

/** Compares a store in Redis with memory, with one mock and with two mocks that a proxy passes connections on to in turn. */
async function measureShared(
	serve: (store: string) => Runner,
	{ seconds, ...rounds }: typeof FULL,
) {
	if (!HAS_REDIS) return { lines: [] };
	await using redis = await startRedis();
	await using memory = await launch(serve("memory"));
	await using alone = await launch(serve(`${redis.url}?prefix=alone`));
	await using one = await launch(serve(`${redis.url}?prefix=both`));
	await using two = await launch(serve(`${redis.url}?prefix=both`));
	const both = await startBalancer([one.url, two.url], { keepAlive: true });
	try {
		for (const { url } of [memory, alone, both])
			await runAutocannon(url, [WRITE], { amount: 1_000 });
		const limit = { duration: seconds };
		return await compare(
			`Responses per second with sessions in memory and in Redis, for ${seconds} s each`,
			{ ...rounds, digits: 0, unit: "/s" },
			[listZaps, WRITE].map((request) => ({
				title: request.operation,
				subjects: {
					memory: () => runAutocannon(memory.url, [request], limit),
					"Redis, one mock": () => runAutocannon(alone.url, [request], limit),
					"Redis, two mocks": () => runAutocannon(both.url, [request], limit),
				},
			})),
		);
	} finally {
		await both.close();
	}
}

/** Compares stores with memory, and the start with a full file with the start with an empty one. */
export const measure: Benchmark = async ({ quick }) => {
	const settings = quick ? QUICK : FULL;
	const { seconds, ...rounds } = settings;
	await using scratch = await scratchFolder();
	const serve = (store: string): Runner =>
		understudy("--dataset", "empty", "--log", "silent", "--store", store);
	const serveFile = (name: string): Runner =>
		serve(`sqlite:${join(scratch.path, `${name}.db`)}`);

	await using memory = await launch(serve("memory"));
	await using sqlite = await launch(serveFile("speed"));
	for (const { url } of [memory, sqlite])
		await runAutocannon(url, [WRITE], { amount: 1_000 });
	const limit = { duration: seconds };
	const speeds = await compare(
		`Responses per second with sessions in memory and in a SQLite file, for ${seconds} s each`,
		{ ...rounds, digits: 0, unit: "/s" },
		[listZaps, WRITE].map((request) => ({
			title: request.operation,
			key: `store ${request.operation}`,
			subjects: {
				memory: () => runAutocannon(memory.url, [request], limit),
				SQLite: () => runAutocannon(sqlite.url, [request], limit),
			},
		})),
	);

	const shared = await measureShared(serve, settings);
	{
		await using full = await launch(serveFile("full"));
		// Each write creates a zap and its audit record.
		await runAutocannon(full.url, [WRITE], { amount: RECORDS / 2 });
	}
	const starts = await compare(
		`Time from spawn to the first 200 with an empty file, and with one of ${RECORDS.toLocaleString("en-US")} records`,
		{ ...rounds, digits: 1, unit: "ms" },
		[getHealth, listZaps].map(({ path }) => ({
			title: `GET ${path}`,
			key: path === getHealth.path ? "store start" : "",
			subjects: {
				"empty file": () => measureStart(serveFile("empty"), path),
				"full file": () => measureStart(serveFile("full"), path),
			},
		})),
	);
	return {
		lines: [...speeds.lines, "", ...shared.lines, "", ...starts.lines],
		measured: { ...speeds.measured, ...starts.measured },
		...{ speeds: speeds.findings, starts: starts.findings },
	};
};
