
import { afterAll, beforeAll, describe, expect, test as plain } from "vitest";
import { test } from "../../../../src/entries/vitest.ts";
import { createClient } from "../../../../src/entries/client.ts";
import { loadConfig, setupMock } from "../../../../src/entries/node.ts";
const baseUrl = "http://zaps.test";

describe("unmatched", () => {
	test("ignores the error of an unmatched request", async ({ mock }) => {
		await fetch(mock.url + "/v1/zap").catch(() => {});
	});
	for (const path of ["/v1/zap?limit=5", "/v1/Zaps"])
		test(path, async () => {
			await fetch("http://zaps.test" + path);
		});
	test("fails after an exchange", async ({ mock }) => {
		const headers = { "Content-Type": "application/json" };
		const { status } = await fetch(mock.url + "/v1/zaps", { method: "POST", headers, body: '{"nam":"A"}' });
		expect(status).toBe(201);
	});
	test.concurrent("runs beside it", async ({ mock }) => {
		expect((await fetch(mock.url + "/v1/health")).status).toBe(200);
	});
	test.override({ mockOptions: { baseUrl } });
});
describe("at any URL", () => {
	test.override({ mockOptions: {} });
	test("without a configuration", async ({ mock }) => {
		await fetch(mock.url + "/v1/zaps/zap_1");
	});
});
for (const options of [{"dataset":"huge"},{"datset":"empty"},{"clock":"noon"},{"ledger":"/nowhere.yaml"},{"remote":"http://127.0.0.1:1"},{"remote":"http://127.0.0.1:1","clock":"system"}])
	describe("with", () => {
		test.override({ mockOptions: options });
		test(JSON.stringify(options), () => {});
	});
let tries = 0;
test("starts a retry with a new mock", { retry: 1 }, async ({ mock }) => {
	await fetch(mock.url + "/v1/health");
	expect(await mock.countRequests()).toBe(1);
	expect(tries++).toBe(1);
});
test("declares another", () => {
	test("inside", () => {});
});
describe("a configuration", () => {
	const config = import.meta.dirname + "/mock.config.ts";
	async function check(mock) {
		expect((await mock.state()).zaps).toMatchObject([{ name: "Ship orders", owner: "kim@example.com" }]);
		await fetch(mock.url + "/v1/health");
		expect((await mock.usedAssumptions()).assumptions).toMatchObject([{ id: "health.body", status: "confirmed" }]);
		const [{ id }] = (await mock.state()).zaps;
		for (const times of [1, 1]) {
			expect((await fetch(mock.url + "/v1/plans")).status).toBe(200);
			expect((await fetch(mock.url + "/v1/zaps/" + id)).status).toBe(200);
			await expect(mock).toHaveReceived("GET /v1/zaps/{zapId}", { times, status: 200 });
			await expect(expect(mock).toHaveReceived("GET /v1/zaps/{zapId}", { violations: false })).rejects.toThrow("only a handler defines it");
			await mock.resetAll();
		}
		await mock.setScenario("outage");
		expect((await fetch(mock.url + "/v1/health")).status).toBe(503);
	}
	test.override({ mockOptions: { config, dataset: "shop" } });
	test("configures the fixture", ({ mock }) => check(mock));
	plain("configures setupMock", async () => {
		await using mock = setupMock({ ...(await loadConfig(config)), dataset: "shop" }).listen();
		await check(mock);
		await expect(loadConfig()).rejects.toThrow("No configuration found in ");
	});
});
describe("many", () => {
	const client = createClient({ baseUrl });
	test.override({ mockOptions: { baseUrl, dataset: "empty" } });
	let arrived = 0;
	let release;
	const allArrived = new Promise((resolve) => { release = resolve; });
	for (let n = 0; n < 200; n += 1)
		test.concurrent("isolated " + n, async ({ mock }) => {
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
});
describe("remote", () => {
	test.override({ mockOptions: { remote: {"url":"http://127.0.0.1:37043","token":"secret"}, dataset: "empty" } });
	for (const name of ["remote A", "remote B"])
		test.concurrent(name, async ({ mock }) => {
			const client = createClient({ baseUrl: mock.url });
			await client.POST("/v1/zaps", { body: { name } });
			await expect(mock).toHaveReceived("createZap", { times: 1, body: { name } });
			expect((await mock.state()).zaps.map((zap) => zap.name)).toEqual([name]);
			await mock.answer("listZaps", 503);
			expect((await client.GET("/v1/zaps")).response.status).toBe(503);
		});
	test("remote unmatched", async ({ mock }) => {
		await fetch(mock.url + "/v1/zap");
	});
	test("remote use", ({ mock }) => mock.use());
});
