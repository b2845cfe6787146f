import { join } from "node:path";
import { expect, test } from "vitest";
import { describeInChromium } from "../../support/describe-in-chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PAGE = `
import { http, HttpResponse } from "msw";
import { setupMock } from "./src/entries/browser.ts";
import { defineConfig, defineHandler } from "./src/entries/index.ts";

const config = defineConfig({
	flags: { port: 1 },
	datasets: { one: (make) => ({ zaps: [make.zap({ name: "One" })] }) },
	handlers: [
		http.get("/v1/plans", () => HttpResponse.json({ plan: "pro" })),
		defineHandler("GET /v1/zaps/{zapId}", async ({ path, state, reply, reject }) => {
			const found = await state.get("zaps", path.zapId);
			return found ? reply(200, found.record) : reject(404, "No zap has this id.");
		}),
		defineHandler("getHealth", ({ reply }) => reply(200, { status: "fine" })),
	],
});

export async function useMock() {
	const warnings = [];
	console.warn = (text) => warnings.push(text);
	const options = { baseUrl: location.origin, config };
	const mock = setupMock({ ...options, dataset: "one" });
	setupMock(options);
	await mock.start();
	const read = async (path, init) => (await fetch(path, init)).json();
	const [{ id }] = (await mock.state()).zaps;
	const name = (await read("/v1/zaps/" + id)).name;
	const { detail } = await read("/v1/zaps/other");
	const { plan } = await read("/v1/plans");
	await read("/v1/health");
	const [{ violations }] = (await mock.requests({ operation: "getHealth" })).requests;
	const headers = { "content-type": "application/json" };
	const init = { method: "POST", headers, body: '{"name":"New"}' };
	const { createdAt } = await read("/v1/zaps", init);
	const total = await mock.countRequests({ operation: "GET /v1/zaps/{zapId}" });
	const age = Date.now() - Date.parse(createdAt);
	return { name, detail, plan, total, warnings, isNew: age < 3_600_000, violations };
}

export async function useOther() {
	const warnings = [];
	console.warn = (text) => warnings.push(text.split("\\n")[0]);
	const mock = setupMock({ baseUrl: location.origin + "/api" });
	const serviceWorker = { url: "/missing.js" };
	const failed = await setupMock().start({ serviceWorker }).catch(({ message }) => message);
	await mock.start();
	for (const path of ["/missing.js", "/v1/zap"]) await fetch(path);
	const unmatched = (await mock.unmatchedRequests()).map(({ path }) => path);
	await mock.stop();
	return { failed, warnings, unmatched };
}
`;

describeInChromium("handlers and configuration in a page", (browser) => {
	/** Calls a function of the page. */
	async function call(name: string) {
		await using server = await serveWorkerPage(ROOT, PAGE);
		const page = await browser().newPage();
		await page.goto(server.url);
		const script = await page.evaluateHandle('import("/page.js")');
		const used: unknown = await script.evaluate(
			(script, name) => Reflect.get(Object(script), name)(),
			name,
		);
		await page.close();
		return { used, url: server.url };
	}

	test("unmatched requests are warned of, but not those for files, and a missing script is named", async () => {
		const { used, url } = await call("useOther");
		expect(used).toEqual({
			failed: expect.stringMatching(
				/^The service worker of MSW cannot be registered: .*If the page does not serve its script, run `npx msw init public --save`.*If the script has another path .*pass it: `start/s,
			),
			warnings: [`No handler matches GET ${url}/v1/zap.`],
			unmatched: ["/v1/zap"],
		});
	});

	test("belong to its mock, whose clock is that of the system", async () => {
		const { used } = await call("useMock");
		expect(used).toEqual({
			...{ name: "One", detail: "No zap has this id.", plan: "pro", total: 2 },
			isNew: true,
			violations: [expect.objectContaining({ where: "$.status" })],
			warnings: [
				"setupMock does not read flags of the configuration. Set what you need of it as options.",
			],
		});
	});
});
