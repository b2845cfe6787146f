import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { run } from "../../support/run.ts";
import { startCli } from "../../support/understudy.ts";
import { childVitest } from "./child-vitest.ts";

test("200 concurrent tests in one process are isolated", async () => {
	await using child = await childVitest(
		{
			"many.spec.ts": `
import { expect } from "vitest";
import { test } from "../../../../src/vitest.ts";
import { createClient } from "../../../../src/client.ts";

const baseUrl = "http://zaps.test";
const client = createClient({ baseUrl });
test.override({ mockOptions: { baseUrl, dataset: "empty" } });

let arrived = 0;
let release;
const allArrived = new Promise((resolve) => { release = resolve; });
for (let n = 0; n < 200; n += 1)
	test.concurrent("test " + n, async ({ mock }) => {
		arrived += 1;
		if (arrived === 200) release();
		await allArrived;
		const name = "zap " + n;
		const times = (n % 7) + 1;
		for (let zap = 0; zap < times; zap += 1) await client.POST("/v1/zaps", { body: { name } });
		const { data } = await client.GET("/v1/zaps");
		expect(data.items.map((zap) => zap.name)).toEqual(Array(times).fill(name));
		expect((await mock.state()).zaps).toHaveLength(times);
		await expect(mock).toHaveReceived("createZap", { times });
		await expect(mock).toHaveReceived("createZap", { times, body: { name } });
	});
`,
		},
		{ maxConcurrency: 200 },
	);
	expect(child.output).toContain("200 passed (200)");
	expect(child.code).toBe(0);
});

test("8 processes on one server are isolated, and delete their sessions", async () => {
	await using server = await startCli();
	const script = fileURLToPath(new URL("one-process.ts", import.meta.url));
	const processes = Array.from({ length: 8 }, (_, n) => `process-${n}`);
	const ended = await Promise.all(
		processes.map((who) =>
			run(process.execPath, ["--import", "tsx", script, server.url, who]),
		),
	);
	for (const [n, { code, stdout, stderr }] of ended.entries()) {
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(JSON.parse(stdout)).toEqual(
			[1, 2, 3, 4, 5].map((zaps, run) => ({
				listed: Array(zaps).fill(`process-${n} ${run}`),
				counted: zaps,
			})),
		);
	}
	const control = createControlClient(server);
	const left = await control.sessions();
	expect(left.map(({ id }) => id)).toEqual(["default"]);
}, 60_000);
