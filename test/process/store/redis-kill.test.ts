import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { HAS_REDIS, startRedis } from "../../support/start-redis.ts";
import { startCli } from "../../support/understudy.ts";

interface Stored {
	readonly id: string;
	readonly subject?: { readonly id: string };
}

const KILLS = Number(process.env.KILLS ?? (EXHAUSTIVE ? 10 : 1));
const WRITERS = 4;
const WRITES = [
	["/v1/zaps", { name: "written" }],
	["/v1/command", { command: "written" }],
	["/v1/pipeline", { steps: [{ command: "written" }] }],
] as const;

/** Writes to one mock until it is gone. Adds the id of each record that the mock said it had created. */
async function write(
	url: string,
	acknowledged: Set<string>,
	signal: AbortSignal,
): Promise<void> {
	for (let index = 0; !signal.aborted; index++) {
		const [path, body] = WRITES[index % WRITES.length] ?? WRITES[0];
		try {
			const response = await fetch(url + path, {
				...{ method: "POST", signal },
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			});
			if (response.status >= 300) continue;
			const { id } = (await response.json()) as Stored;
			acknowledged.add(id);
		} catch {
			return;
		}
	}
}

async function readState(url: string): Promise<Record<string, Stored[]>> {
	const response = await fetch(`${url}/__mock/state`);
	expect(response.status).toBe(200);
	return response.json();
}

test.skipIf(!HAS_REDIS)(
	`one of two mocks killed ${KILLS} times while both write, the store has every acknowledged write once, with its audit record`,
	{
		timeout: 20_000 + KILLS * 5_000,
	},
	async () => {
		await using redis = await startRedis();
		const start = () =>
			startCli(["--dataset", "empty", "--store", `${redis.url}?prefix=kill`]);
		const mocks = [await start(), await start()];
		const acknowledged = new Set<string>();
		for (let kill = 0; kill < KILLS; kill++) {
			const stopping = new AbortController();
			const before = acknowledged.size;
			const writers = mocks.flatMap(({ url }) =>
				Array.from({ length: WRITERS }, () =>
					write(url, acknowledged, stopping.signal),
				),
			);
			await wait(50 + Math.random() * 200);
			while (acknowledged.size <= before + WRITERS) await wait(10);
			const killed = kill % 2;
			await mocks[killed]?.end("SIGKILL");
			await wait(20);
			stopping.abort();
			await Promise.race([Promise.all(writers), wait(2_000)]);
			mocks[killed] = await start();
			for (const { url } of mocks) {
				const { audit = [], ...rest } = await readState(url);
				const ids = Object.values(rest).flatMap((all) =>
					all.map(({ id }) => id),
				);
				const found = new Set(ids);
				expect(found.size).toBe(ids.length);
				expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
				expect(audit.map(({ subject }) => subject?.id).sort()).toEqual(
					ids.sort(),
				);
			}
		}
		expect(acknowledged.size).toBeGreaterThan(KILLS * WRITERS);
		for (const each of mocks) await each.end("SIGTERM");
	},
);
