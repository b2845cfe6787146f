import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../contracts/client.ts";
import { createControlClient } from "../../../src/control/client/client.ts";
import {
	connectMock,
	formatUsedAssumptions,
	setupMock,
} from "../../../src/node.ts";
import { type RunningCli, startCli } from "../../support/understudy.ts";
import { childVitest } from "./child-vitest.ts";

const TOKEN = "secret";
let server: RunningCli;
beforeAll(async () => {
	server = await startCli(["--control-token", TOKEN]);
});
afterAll(() => server[Symbol.asyncDispose]());

const connect = (options: Partial<Parameters<typeof connectMock>[0]> = {}) =>
	connectMock({ url: server.url, token: TOKEN, dataset: "empty", ...options });
const create = (baseUrl: string, name: string) =>
	createClient({ baseUrl }).POST("/v1/zaps", { body: { name } });
async function names(baseUrl: string, headers = {}): Promise<unknown> {
	const { data } = await createClient({ baseUrl, headers }).GET("/v1/zaps");
	return data?.items.map(({ name }) => name);
}
const sessions = async () => {
	const control = createControlClient({ url: server.url, token: TOKEN });
	return (await control.sessions()).map(({ id }) => id);
};

describe("a mock in another process", () => {
	test("has its own session, by URL and by header, until it is closed", async () => {
		await using one = await connect({ name: "one" });
		await using two = await connect();
		expect(one.session).toMatch(/^one\./);
		expect(one.url).toBe(`${server.url}/__session/${one.session}`);
		await create(one.url, "A");
		expect(await names(one.url)).toEqual(["A"]);
		expect(await names(server.url, one.headers)).toEqual(["A"]);
		expect(await names(two.url)).toEqual([]);
		expect(await sessions()).toContain(one.session);
		await one.close();
		expect(await sessions()).not.toContain(one.session);
	});

	test("receives the requests to its URL while a mock in this process is listening", async () => {
		await using here = setupMock().listen();
		await here.run(async () => {
			await using mock = await connect({ scenario: "unhealthy" });
			expect((await fetch(`${mock.url}/v1/health`)).status).toBe(503);
			expect(await mock.countRequests()).toBe(1);
			expect(await here.countRequests()).toBe(0);
		});
	});

	test("has the same methods as a mock in this process", async () => {
		await using mock = await connect({ scenario: "unhealthy" });
		const client = createClient({ baseUrl: mock.url });
		const status = async () => (await client.GET("/v1/health")).response.status;
		expect(await status()).toBe(503);
		await mock.setScenario("normal");
		await mock.answer("getHealth", { status: 502, times: 1 });
		expect([await status(), await status()]).toEqual([502, 200]);

		await create(mock.url, "A");
		const snapshot = await mock.snapshot();
		await mock.setState({});
		expect((await mock.state()).zaps).toEqual([]);
		await mock.restore(snapshot);
		const { zaps } = await mock.state();
		expect(zaps.map(({ name }) => name)).toEqual(["A"]);
		await mock.reset({ dataset: "default", seed: 7 });
		expect((await mock.state()).zaps).toHaveLength(20);

		const filter = { operation: "createZap", body: { name: "A" } } as const;
		expect(await mock.countRequests(filter)).toBe(1);
		const { requests } = await mock.requests({ operation: "createZap" });
		expect(requests[0]?.request.body).toEqual({ name: "A" });
		await mock.clearRequests();
		expect(await mock.countRequests()).toBe(0);
		expect(formatUsedAssumptions(await mock.usedAssumptions())).toContain(
			"Your 4 exchanges depend on",
		);
	});

	test("resets everything to the options of the session", async () => {
		await using mock = await connect({ scenario: "unhealthy" });
		await create(mock.url, "A");
		await mock.setScenario("normal");
		await mock.answer("listZaps", 503);
		await mock.resetAll();
		expect(await mock.countRequests()).toBe(0);
		expect(await names(mock.url)).toEqual([]);
		expect((await fetch(`${mock.url}/v1/health`)).status).toBe(503);
	});

	test("has isolated runs", async () => {
		await using mock = await connect();
		const seen = await Promise.all(
			["A", "B"].map((name) =>
				mock.run({ dataset: "empty" }, async ({ url }) => {
					expect(mock.url).toBe(url);
					await create(mock.url, name);
					expect(await mock.countRequests()).toBe(1);
					return names(url);
				}),
			),
		);
		expect(seen).toEqual([["A"], ["B"]]);
		expect(await names(mock.url)).toEqual([]);
		expect((await mock.usedAssumptions()).tests).toBe(2);
	});

	test("fails the run, and close, for unmatched requests", async () => {
		const mock = await connect();
		const run = mock.run(({ url }) => fetch(`${url}/v1/zap`));
		await expect(run).rejects.toThrow(
			`GET ${server.url}/v1/zap returned 404\n    listZaps: the path is /v1/zaps`,
		);
		await mock.run({ onUnhandled: "bypass" }, ({ url }) =>
			fetch(`${url}/v1/zap`),
		);
		await fetch(`${mock.url}/v1/zap`);
		await expect(mock.close()).rejects.toThrow(
			"1 request matched no operation",
		);
		expect(await sessions()).not.toContain(mock.session);
	});

	test.each([
		[{ url: "http://127.0.0.1:1" }, "No response from http://127.0.0.1:1"],
		[{ token: "guess" }, "token"],
		[{ dataset: "huge" }, 'Unknown dataset "huge"'],
	])("rejects %j with a reason", async (options, reason) => {
		await expect(connect(options)).rejects.toThrow(reason);
	});
});

test("a mock with a base path is found by its URL with and without the base path", async () => {
	await using behind = await startCli(["--base-path", "/api"]);
	const { origin } = new URL(behind.url);
	expect(behind.url).toBe(`${origin}/api`);
	for (const url of [behind.url, `${behind.url}/`, origin]) {
		const mock = await connectMock({ url, dataset: "empty" });
		expect(mock.url).toBe(`${origin}/api/__session/${mock.session}`);
		await create(mock.url, "A");
		expect(await names(mock.url)).toEqual(["A"]);
		expect(await names(behind.url, mock.headers)).toEqual(["A"]);
		await fetch(`${mock.url}/v1/zap`);
		await expect(mock.close()).rejects.toThrow(
			`GET ${origin}/api/v1/zap returned 404`,
		);
	}
});

test("the Vitest fixture uses a remote mock", async () => {
	const remote = { url: server.url, token: TOKEN };
	await using child = await childVitest(
		{
			"remote.spec.ts": `
import { expect } from "vitest";
import { test } from "../../../../src/vitest.ts";
import { createClient } from "../../../../src/client.ts";
for (const name of ["A", "B"])
	test.concurrent(name, async ({ mock }) => {
		const client = createClient({ baseUrl: mock.url });
		await client.POST("/v1/zaps", { body: { name } });
		await expect(mock).toHaveReceived("createZap", { times: 1, body: { name } });
		expect((await mock.state()).zaps.map((zap) => zap.name)).toEqual([name]);
		await mock.answer("listZaps", 503);
		expect((await client.GET("/v1/zaps")).response.status).toBe(503);
	});
test("C", async ({ mock }) => {
	await fetch(mock.url + "/v1/zap");
});
test("D", async ({ mock }) => {
	mock.use();
});
`,
		},
		{
			provide: { mockOptions: { remote, dataset: "empty" } },
			reporters: ["default", "../../../../src/vitest-reporter.ts"],
		},
	);
	const { output } = child;
	expect(output).toContain("2 failed | 2 passed");
	expect(output).toContain("listZaps: the path is /v1/zaps");
	expect(output).toContain("MSW handlers cannot be sent to another process.");
	expect(output).toContain("Your 3 tests depend on");
	expect(await sessions()).toEqual(["default"]);
});
