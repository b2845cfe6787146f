import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { startCli } from "../../support/understudy.ts";
import { createWriters } from "./acknowledged-writes.ts";

const KILLS = Number(process.env.KILLS ?? (EXHAUSTIVE ? 10 : 1));
const WRITERS = 4;

test.skipIf(!HAS_REDIS)(
	`one of two mocks killed ${KILLS} times while both write, the store has every acknowledged write once, with its audit record`,
	{ timeout: 20_000 + KILLS * 5_000 },
	async () => {
		await using redis = await startRedis();
		const start = () =>
			startCli(["--dataset", "empty", "--store", `${redis.url}?prefix=kill`]);
		const mocks = [await start(), await start()];
		const { acknowledged, write, expectOnce } = createWriters();
		for (let kill = 0; kill < KILLS; kill++) {
			const stopping = new AbortController();
			const before = acknowledged.size;
			const urls = mocks.map(({ url }) => url);
			const writers = write(urls, WRITERS, stopping.signal);
			await wait(50 + Math.random() * 200);
			while (acknowledged.size <= before + WRITERS) await wait(10);
			const killed = kill % 2;
			await mocks[killed]?.end("SIGKILL");
			await wait(20);
			stopping.abort();
			await Promise.race([writers, wait(2_000)]);
			mocks[killed] = await start();
			for (const { url } of mocks) await expectOnce(url);
		}
		expect(acknowledged.size).toBeGreaterThan(KILLS * WRITERS);
		for (const each of mocks) await each.end("SIGTERM");
	},
);
