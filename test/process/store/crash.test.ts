import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";

interface Stored {
	readonly id: string;
	readonly subject?: { readonly id: string };
}

const ROUNDS = EXHAUSTIVE ? 50 : 3;
const WRITERS = 8;
const WRITES = [
	["/v1/zaps", { name: "written" }],
	["/v1/command", { command: "written" }],
	["/v1/pipeline", { steps: [{ command: "written" }] }],
] as const;

/** Writes until the server is gone. Adds the id of each record that the server said it had created. */
async function write(
	url: string,
	acknowledged: Set<string>,
	signal: AbortSignal,
): Promise<void> {
	for (let index = 0; ; index++) {
		const [path, body] = WRITES[index % WRITES.length] ?? WRITES[0];
		try {
			const response = await fetch(url + path, {
				method: "POST",
				signal,
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			});
			const { id } = (await response.json()) as Stored;
			acknowledged.add(id);
		} catch {
			return;
		}
	}
}

test(`${ROUNDS} times killed while it writes, the server has every acknowledged write once, with its audit record`, {
	timeout: ROUNDS * 20_000,
}, async () => {
	await using scratch = await scratchFolder();
	const store = `sqlite:${join(scratch.path, "mock.db")}`;
	const start = (...args: string[]) =>
		startCli([...args, "--dataset", "empty", "--store", store]);
	const acknowledged = new Set<string>();
	for (let round = 0; round < ROUNDS; round++) {
		await using server = await start();
		const stopping = new AbortController();
		const writers = Promise.all(
			Array.from({ length: WRITERS }, () =>
				write(server.url, acknowledged, stopping.signal),
			),
		);
		await setTimeout(20 + Math.random() * 300);
		await server.end("SIGKILL");
		// A request whose connection breaks while it opens can stay pending.
		await Promise.race([writers, setTimeout(2_000)]);
		stopping.abort();
		await writers;

		await using again = await start("--seed", "7");
		expect(again.ready.ignoredFlags).toEqual(["--seed"]);
		const response = await fetch(`${again.url}/__mock/state`);
		const state: Record<string, Stored[]> = await response.json();
		const { audit = [], ...rest } = state;
		const ids = Object.values(rest).flatMap((all) => all.map(({ id }) => id));
		const found = new Set(ids);
		expect(found.size).toBe(ids.length);
		expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
		expect(audit.map(({ subject }) => subject?.id).sort()).toEqual(ids.sort());
		await again.end("SIGTERM");
	}
	expect(acknowledged.size).toBeGreaterThan(ROUNDS);
});
