import { HttpResponse, http } from "msw";
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	test as plainTest,
} from "vitest";
import { createClient } from "../../../src/entries/client.ts";
import { type TestMock, test } from "../../../src/entries/vitest.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";

const BASE = "http://zaps.test";
const client = createClient({ baseUrl: BASE });
const create = (name: string) => client.POST("/v1/zaps", { body: { name } });
async function names(): Promise<string[] | undefined> {
	const { data } = await client.GET("/v1/zaps");
	return data?.items.map(({ name }) => name);
}

test.override({ mockOptions: { baseUrl: BASE, dataset: "empty" } });

describe("each test has a mock of its own", () => {
	test("even without the mock fixture", async () => {
		expect(await names()).toEqual([]);
	});

	test.each(["A", "B"])("%s, with test.each", async (name) => {
		await create(name);
		expect(await names()).toEqual([name]);
	});

	test("named after the test", ({ mock }) => {
		expect(mock.session).toMatch(/^named-after-the-test\./);
		expect(mock.url).toBe(BASE);
	});
});

describe("hooks and fixtures", () => {
	beforeEach(async () => {
		await create("before each");
	});
	let last: TestMock | undefined;
	afterEach(async () => {
		expect(await last?.countRequests({ operation: "createZap" })).toBe(3);
		await create("after each");
		expect(await names()).toHaveLength(4);
	});
	const withFixtures = test.extend<{ always: string }>({
		always: [
			async ({ mock }, use) => {
				await mock.setScenario("unhealthy");
				await create("fixture");
				await use("always");
			},
			{ auto: true },
		],
	});
	withFixtures("share the mock of the test", async ({ mock, always }) => {
		await create("test");
		expect(await names()).toEqual(["test", "before each", "fixture"]);
		expect((await client.GET("/v1/health")).response.status).toBe(503);
		expect(always).toBe("always");
		last = mock;
	});
});

describe("options", () => {
	test.override({
		mockOptions: { dataset: "default", seed: 7, scenario: "unhealthy" },
	});
	test("can be overridden in a describe", async ({ mock }) => {
		expect(mock.url).toBe("http://mock.test");
		const health = await fetch("http://anywhere.test/v1/health");
		expect(health.status).toBe(503);
		expect((await mock.state()).zaps).toHaveLength(20);
	});
	describe("of a nested describe", () => {
		test.override("mockOptions", { clock: "2030-01-01T00:00:00.000Z" });
		test("can be overridden again", async ({ mock }) => {
			await createClient({ baseUrl: mock.url }).POST("/v1/zaps", {
				body: { name: "A" },
			});
			const [zap] = (await mock.state()).zaps;
			expect(zap?.createdAt).toBe("2030-01-01T00:00:00.000Z");
		});
	});
});

describe("MSW handlers", () => {
	const status = async () => (await client.GET("/v1/health")).response.status;
	test("take precedence in the test that adds them", async ({ mock }) => {
		mock.use(
			http.get("*/v1/health", () => new HttpResponse(null, { status: 418 })),
		);
		expect(await status()).toBe(418);
		await expect(expect(mock).toHaveReceived("getHealth")).rejects.toThrow(
			"The mock received no requests.\nThe mock does not record requests that handlers of mock.use respond to: GET */v1/health.",
		);
	});
	test("do not affect other tests", async () => {
		expect(await status()).toBe(200);
	});
});

describe("a server that was started before the test", () => {
	let app: StubServer;
	beforeAll(async () => {
		app = await startStub(async (_, response) =>
			response.end(JSON.stringify(await names().catch(String))),
		);
	});
	afterAll(() => app[Symbol.asyncDispose]());
	test.override("mockOptions", {
		baseUrl: BASE,
		dataset: "empty",
		onUnhandled: ({ url }) => (url.startsWith(app.url) ? "bypass" : "error"),
	});
	for (const name of ["A", "B"])
		test(`uses the mock of test ${name}`, async () => {
			await create(name);
			expect(await (await fetch(app.url)).json()).toEqual([name]);
		});
});

plainTest("Vitest's own test is not intercepted", async () => {
	await expect(fetch(`${BASE}/v1/health`)).rejects.toThrow("fetch failed");
});
