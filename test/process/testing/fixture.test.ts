import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
// Imported after the entry, because the client keeps the `fetch` that it finds.
import { createClient } from "../../../contracts/client.ts";
import { type TestMock, test } from "../../../src/vitest.ts";

const BASE = "http://zaps.test";
const client = createClient({ baseUrl: BASE });
const create = (name: string) => client.POST("/v1/zaps", { body: { name } });
async function names(): Promise<string[] | undefined> {
	const { data } = await client.GET("/v1/zaps");
	return data?.items.map(({ name }) => name);
}

test.override({ mockOptions: { baseUrl: BASE, dataset: "empty" } });

describe("each test has a mock of its own", () => {
	for (const name of ["A", "B", "C"])
		test.concurrent(`${name} sees only its own requests`, async ({
			mock,
			expect,
		}) => {
			await create(name);
			await create(name);
			expect(await names()).toEqual([name, name]);
			await expect(mock).toHaveReceived("createZap", { times: 2 });
		});

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
	});
	test("do not affect other tests", async () => {
		expect(await status()).toBe(200);
	});
});

describe("a server that was started before the test", () => {
	const app = createServer(async (_, response) => {
		response.end(JSON.stringify(await names()));
	});
	let url = "";
	beforeAll(async () => {
		await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
		url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
	});
	afterAll(() => app.close());
	test.override("mockOptions", {
		baseUrl: BASE,
		dataset: "empty",
		onUnhandled: ({ url: target }) => (target === url ? "bypass" : "error"),
	});
	for (const name of ["A", "B"])
		test(`uses the mock of test ${name}`, async () => {
			await create(name);
			expect(await (await fetch(url)).json()).toEqual([name]);
		});
});

describe("a server that was started before concurrent tests", () => {
	const app = createServer(async ({ headers }, response) => {
		const session = headers["mock-session"];
		const pending = fetch(`${BASE}/v1/zaps`, {
			headers: typeof session === "string" ? { "Mock-Session": session } : {},
		});
		response.end(
			await pending.then(
				({ status }) => `${status}`,
				(error) => String(error),
			),
		);
	});
	let url = "";
	let arrived = 0;
	let release = (): void => {};
	const bothArrived = new Promise<void>((resolve) => {
		release = resolve;
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
		url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
	});
	afterAll(() => app.close());
	test.override("mockOptions", { baseUrl: BASE, onUnhandled: "bypass" });
	for (const name of ["A", "B"])
		test.concurrent(`must name the session, here of test ${name}`, async ({
			mock,
			expect,
		}) => {
			arrived += 1;
			if (arrived === 2) release();
			await bothArrived;
			const rejected = await (await fetch(url)).text();
			expect(rejected).toContain(
				`GET ${BASE}/v1/zaps was rejected: 2 tests run at once, and the request was sent outside of the async context of each`,
			);
			const named = await fetch(url, { headers: mock.headers });
			expect(await named.text()).toBe("200");
			await expect(mock).toHaveReceived("listZaps", { times: 1 });
		});
});

describe("a request that a test sends after its end", () => {
	test.override("mockOptions", { baseUrl: BASE, onUnhandled: "bypass" });
	let late: Promise<string> | undefined;
	let release = (): void => {};
	const isOver = new Promise<void>((resolve) => {
		release = resolve;
	});
	test("is prepared by this test", async () => {
		late = isOver.then(async () => {
			const error: unknown = await names().catch((error) => error);
			return String(error);
		});
	});
	test("is rejected, and not assigned to the next test", async ({ mock }) => {
		release();
		expect(await late).toContain(
			`GET ${BASE}/v1/zaps was rejected: it was sent after its test had ended.`,
		);
		await expect(mock).not.toHaveReceived("listZaps");
	});
});

describe("unmatched requests", () => {
	test.override("mockOptions", { baseUrl: BASE, onUnhandled: "bypass" });
	test("do not fail the test with bypass", async () => {
		expect((await fetch(`${BASE}/v1/zap`)).status).toBe(404);
		await expect(fetch("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
	});
});

plainTest("Vitest's own test is not intercepted", async () => {
	await expect(fetch(`${BASE}/v1/health`)).rejects.toThrow("fetch failed");
});
