import { expect, test } from "vitest";
import { createControlClient } from "../../../src/control/client/client.ts";
import { ledger } from "../../../src/entries/index.ts";
import { startCli } from "../../support/understudy.ts";
import { listTexts } from "../docs/examples.ts";
import { readPage } from "../docs/page.ts";
import { childVitest, SPEC_HEAD } from "./child-vitest.ts";

const OPTIONS = [
	[
		{ dataset: "huge" },
		`Available: empty, default, large. No understudy.config.ts in ${process.cwd()}; pass \`config\` to use another.`,
	],
	[{ datset: "empty" }, 'of mockOptions. Did you mean "dataset"?'],
	[{ clock: "noon" }, 'Invalid clock "noon"'],
	[{ ledger: "/nowhere.yaml" }, "Cannot read the ledger /nowhere.yaml"],
	[{ remote: "http://127.0.0.1:1" }, "No response from http://127.0.0.1:1"],
	[
		{ remote: "http://127.0.0.1:1", clock: "system" },
		"The option clock cannot be used with remote. Pass it to `npx zaps-understudy serve` instead.",
	],
] as const;

/** Tests that need the fixture only. */
const fixtureSpec = (remote: { url: string; token: string }) => `${SPEC_HEAD}
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
for (const options of ${JSON.stringify(OPTIONS.map(([options]) => options))})
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
	for (let n = 0; n < 60; n += 1)
		test.concurrent("isolated " + n, async ({ mock }) => {
			arrived += 1;
			if (arrived === 60) release();
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
	test.override({ mockOptions: { remote: ${JSON.stringify(remote)}, dataset: "empty" } });
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
`;

const CONFIG = `
import { http, HttpResponse } from "msw";
import { defineHandler } from "zaps-understudy";
export default {
	handlers: [
		defineHandler("GET /v1/zaps/{zapId}", async ({ path, state, reply, reject }) => {
			const found = await state.get("zaps", path.zapId);
			return found ? reply(200, found.record) : reject(404, "No zap has this id.");
		}),
		http.get("/v1/plans", () => HttpResponse.json({ plan: "pro" })),
	],
	ledger: "confirmed.yaml",
	datasets: { shop: (make) => ({ zaps: [make.zap({ name: "Ship orders" })] }) },
	scenarios: { outage: { description: "Nothing works.", faults: [{ operation: "*", kind: "status", status: 503, force: true }] } },
	fixtures: { zap: { owner: "kim@example.com" } },
};
`;

const OWN_MOCK = `${SPEC_HEAD}
const refused = "GET http://zaps.test/v1/zaps was rejected: it was sent outside of a test with a mock. Import test from \\"zaps-understudy/vitest\\" instead of \\"vitest\\".";
let early;
beforeAll(async () => { early = await fetch("http://zaps.test/v1/zaps").catch(String); });
plain("has no mock in Vitest's own test", async () => {
	expect(early).toContain(refused);
	const error = await fetch("http://zaps.test/v1/zaps").catch((reason) => reason);
	expect(error.message).toContain(refused);
	expect(error.stack).toMatch(/Use beforeEach instead of beforeAll\\.\\n {4}at .*own-mock\\.spec\\.ts:\\d+:\\d+$/i);
	await expect(fetch("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
});
plain("has the matcher without the fixture", async () => {
	await using mock = setupMock({ baseUrl: "http://first.test" }).listen();
	await fetch("http://first.test/v1/health");
	await expect(mock).toHaveReceived("getHealth");
});
`;

const TAKEN_OVER = `${SPEC_HEAD}
import { setupServer } from "msw/node";
describe("if a server of the user listens between tests", () => {
	const server = setupServer();
	afterAll(() => server.close());
	test("still has the mock", async ({ mock }) => {
		await fetch(mock.url + "/v1/health");
		server.listen({ onUnhandledRequest: "bypass" });
	});
	test("listens later", async ({ mock }) => {
		await fetch(mock.url + "/v1/health").catch(() => {});
	});
});
for (const end of ["listens", "has closed"])
	describe("if a server of the user", () => {
		const server = setupServer();
		beforeAll(() => {
			server.listen({ onUnhandledRequest: "bypass" });
			if (end === "has closed") server.close();
		});
		afterAll(() => server.close());
		test(end, async ({ mock }) => {
			await fetch(mock.url + "/v1/health");
		});
	});
`;

test("tests with the fixture are isolated, and fail for unmatched requests and invalid options, as docs/testing.md shows", async () => {
	const [unmatched = "", failure = ""] = listTexts(
		await readPage("docs/testing.md"),
		"console",
	);
	const token = "secret";
	await using server = await startCli(["--control-token", token]);
	await using child = await childVitest(
		{
			"fixture.spec.ts": fixtureSpec({ url: server.url, token }),
			"mock.config.ts": CONFIG,
			"confirmed.yaml": JSON.stringify(
				ledger.map((each) => ({ ...each, status: "confirmed" })),
			),
			"own-mock.spec.ts": OWN_MOCK,
			"taken-over.spec.ts": TAKEN_OVER,
		},
		{
			// The last file ends the interception.
			isolate: true,
			maxConcurrency: 60,
			provide: { mockOptions: { baseUrl: "http://zaps.test" } },
			reporters: ["../../../../src/entries/vitest-reporter.ts"],
		},
	);
	expect(child.output).not.toContain("depend on");
	const passed = [
		...["runs beside it", "starts a retry with a new mock"],
		...["configures the fixture", "configures setupMock"],
		...["has no mock in Vitest's own test"],
		...["still has the mock"],
		...["has the matcher without the fixture", "remote A", "remote B"],
		...Array.from({ length: 60 }, (_, n) => `isolated ${n}`),
	].map((title) => [title, "passed"]);
	const taken =
		"This mock is not listening: another MSW server of this process has taken over";
	const failed = [
		["/v1/zap?limit=5", "http://zaps.test/v1/zap?limit=5 returned 404\n"],
		["/v1/Zaps", "listZaps: the path differs in case from /v1/zaps"],
		["fails after an exchange", `${failure}    at `],
		...OPTIONS.map(([options, reason]) => [JSON.stringify(options), reason]),
		["declares another", "A test cannot be declared inside another test."],
		["listens", taken],
		["has closed", taken],
		["listens later", taken],
		["remote unmatched", "listZaps: the path is /v1/zaps"],
		[
			"without a configuration",
			`No understudy.config.ts in ${process.cwd()}; start Vitest in its folder,`,
		],
		["remote use", "MSW handlers cannot be sent to another process."],
	].map(([title, reason]) => [title, expect.stringContaining(`${reason}`)]);
	const { "ignores the error of an unmatched request": ignored, ...rest } =
		child.outcomes;
	expect(rest).toEqual(Object.fromEntries([...passed, ...failed]));
	const place = /sent from (\S+fixture\.spec\.ts:\d+:\d+)(\n.*)\n {4}at \1$/s;
	const steady = (text: string) =>
		text.replace(/sent from .*/g, "sent from <place>");
	expect(ignored?.replace(place, "sent from <place>$2")).toContain(
		steady(unmatched),
	);
	// The default reporter prints the message, and that for JSON the stack.
	for (const shown of [unmatched, failure])
		expect(steady(child.output)).toContain(steady(shown));
	const control = createControlClient({ url: server.url, token });
	expect(await control.sessions()).toMatchObject([{ id: "default" }]);
});
