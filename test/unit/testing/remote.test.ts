import { describe, expect, test } from "vitest";
import {
	connectMock,
	formatUsedAssumptions,
	setupMock,
	toHaveReceived,
} from "../../../src/entries/node.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { testStage } from "../../support/test-stage.ts";
import { createZap, listNames, sessionsOf, statusOf } from "./zaps.ts";

const TOKEN = "secret";
const server = await testStage({ token: TOKEN });

const connect = (options: Partial<Parameters<typeof connectMock>[0]> = {}) =>
	connectMock({ url: server.url, token: TOKEN, dataset: "empty", ...options });

describe("a mock in another process", () => {
	test("receives the requests to its URL while a mock in this process is listening", async () => {
		await using here = setupMock().listen();
		await here.run(async () => {
			await using mock = await connect({ scenario: "unhealthy" });
			expect(await statusOf(`${mock.url}/v1/health`)).toBe(503);
			expect(await mock.countRequests()).toBe(1);
			expect(await here.countRequests()).toBe(0);
		});
	});

	test("has the same methods, and resets everything to the options of the session", async () => {
		await using mock = await connect({ scenario: "unhealthy" });
		await createZap("A", mock.url);
		const { zaps } = await mock.state();
		expect(zaps.map(({ name }) => name)).toEqual(["A"]);
		const filter = { operation: "createZap", body: { name: "A" } } as const;
		expect(await mock.countRequests(filter)).toBe(1);
		expect(formatUsedAssumptions(await mock.usedAssumptions())).toContain(
			"Your 1 exchange depends on",
		);
		await mock.setScenario("normal");
		await mock.answer("listZaps", 503);
		expect(await statusOf(`${mock.url}/v1/zaps`)).toBe(503);
		await mock.resetAll();
		expect(await mock.countRequests()).toBe(0);
		expect(await listNames(mock.url)).toEqual([]);
		expect(await statusOf(`${mock.url}/v1/health`)).toBe(503);
	});

	test("says how many requests did not name the session if an operation was not received", async () => {
		expect.extend({ toHaveReceived });
		await createZap("before", server.url);
		await using mock = await connect();
		for (const name of ["A", "B"]) await createZap(name, server.url);
		await expect(expect(mock).toHaveReceived("createZap")).rejects.toThrow(
			"The mock received no requests.\nMeanwhile, the session default of the server received 2 requests of createZap. Send requests to mock.url, or with mock.headers.",
		);
	});

	test("fails a run for unmatched requests, and deletes its session when it is closed", async () => {
		const mock = await connect();
		const run = mock.run(async ({ url }) => {
			expect(mock.url).toBe(url);
			await createZap("A", mock.url);
			await fetch(`${url}/v1/zap`);
		});
		await expect(run).rejects.toThrow(
			`GET ${server.url}/v1/zap returned 404\n    listZaps: the path is /v1/zaps`,
		);
		await mock.run({ onUnhandled: "bypass" }, ({ url }) =>
			fetch(`${url}/v1/zap`),
		);
		expect(await listNames(mock.url)).toEqual([]);
		expect((await mock.usedAssumptions()).tests).toBe(2);
		await mock.close();
		expect(await sessionsOf(server.control)).not.toContain(mock.session);
	});

	test.each([
		[{ url: "http://127.0.0.1:1" }, "No response from http://127.0.0.1:1"],
		[{ token: "guess" }, "token"],
		[{ dataset: "huge" }, 'Unknown dataset "huge"'],
	])("rejects %j with a reason", async (options, reason) => {
		await expect(connect(options)).rejects.toThrow(reason);
	});
});

test("has a session by URL and by header, whether its URL has the base path or not", async () => {
	await using served = await serveStage({ basePath: "/api" });
	const origin = served.url;
	for (const url of [`${origin}/api`, `${origin}/api/`, origin]) {
		const mock = await connectMock({ url, dataset: "empty", name: "one" });
		expect(mock.session).toMatch(/^one\./);
		expect(mock.url).toBe(`${origin}/api/__session/${mock.session}`);
		await createZap("A", mock.url);
		expect(await listNames(mock.url)).toEqual(["A"]);
		expect(await listNames(`${origin}/api`, mock.headers)).toEqual(["A"]);
		await fetch(`${mock.url}/v1/zap`);
		await expect(mock.close()).rejects.toThrow(
			`GET ${origin}/api/v1/zap returned 404`,
		);
	}
});
