import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { createHandlers } from "../../../src/entries/handlers.ts";
import { defineConfig, defineHandler } from "../../../src/entries/index.ts";
import { setupMock, toHaveReceived } from "../../../src/entries/node.ts";

expect.extend({ toHaveReceived });

const BASE = "http://zaps.test";

const config = defineConfig({
	datasets: { one: (make) => ({ zaps: [make.zap({ name: "One" })] }) },
	scenarios: {
		down: {
			description: "Nothing can be read.",
			faults: [{ operation: "GET /v1/names", kind: "reset" }],
		},
	},
	fixtures: { zap: { owner: "kim@example.com" } },
	handlers: [
		defineHandler("GET /v1/names", async ({ state, reply }) => {
			const page = await state.page("zaps", { limit: 10 });
			return reply(
				200,
				page?.items.map(({ name, owner }) => `${name} of ${owner}`),
			);
		}),
		http.get("/v1/plans", () => HttpResponse.json({ plan: "pro" })),
		http.get("http://other.test/", () => HttpResponse.json({ other: true })),
	],
});

const readJson = async (url: string) => (await fetch(url)).json();

test("setupMock takes a configuration, with its datasets, scenarios, fixtures and handlers of both kinds", async () => {
	await using mock = setupMock({
		config,
		baseUrl: BASE,
		dataset: "one",
	}).listen();
	expect(await readJson(`${BASE}/v1/names`)).toEqual([
		"One of kim@example.com",
	]);
	expect(await readJson(`${BASE}/v1/plans`)).toEqual({ plan: "pro" });
	expect(await readJson("http://other.test/")).toEqual({ other: true });
	await mock.run({ scenario: "down" }, async (own) => {
		await expect(fetch(`${BASE}/v1/names`)).rejects.toThrow();
		await expect(own).toHaveReceived("GET /v1/names", { times: 1 });
	});
	await mock.run({ dataset: "empty" }, async (own) => {
		expect(await readJson(`${BASE}/v1/names`)).toEqual([]);
		await own.answer("GET /v1/names", { status: 404 });
		expect(await readJson(`${BASE}/v1/names`)).toMatchObject({ status: 404 });
		await own.resetAll();
		expect(await readJson(`${BASE}/v1/plans`)).toEqual({ plan: "pro" });
		await expect(own).toHaveReceived("GET /v1/names", { times: 0 });
	});
	await expect(expect(mock).toHaveReceived("GET /v1/name")).rejects.toThrow(
		'Did you mean "GET /v1/names"?',
	);
});

test("the parts of a configuration replace those of the whole", async () => {
	const datasets = { one: { zaps: [] } };
	const options = {
		config,
		datasets,
		baseUrl: BASE,
		dataset: "one",
		onUnhandled: "bypass" as const,
	};
	await using mock = setupMock({
		...options,
		scenarios: {},
		handlers: [],
	}).listen();
	expect(await mock.state()).toMatchObject({ zaps: [] });
	await mock.setScenario("normal");
	await expect(fetch(`${BASE}/v1/plans`)).resolves.toMatchObject({
		status: 404,
	});
});

test("invalid parts are refused: scenarios and documents at once, records with the first request", async () => {
	const scenarios = {
		odd: {
			description: "Names an unknown operation.",
			faults: [{ operation: "GET /v1/name", kind: "reset" } as const],
		},
	};
	expect(() => setupMock({ config, scenarios })).toThrow(
		'/odd/faults/0/operation is an unknown operation. Did you mean "GET /v1/names"?',
	);
	expect(() => setupMock({ config: { document: "openapi.yaml" } })).toThrow(
		"Invalid document. Pass the result of `await loadDocument(file)`",
	);
	const errors: unknown[] = [];
	await using _ = setupMock({
		...{ baseUrl: BASE, dataset: "odd" },
		datasets: { odd: { zaps: [{ id: "1" } as never] } },
		onError: (error) => errors.push(error),
	}).listen();
	const response = await fetch(`${BASE}/v1/zaps`);
	const reason = 'Invalid dataset "odd":\n  /zaps/0/name is required';
	expect(await response.json()).toMatchObject({
		...{ status: 500, detail: expect.stringContaining(reason) },
	});
	expect(String(errors)).toContain(reason);
});

test("createHandlers takes it for Storybook, and what is not read is said once", async () => {
	const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
	const create = () =>
		createHandlers({
			config: { ...config, flags: { port: 1 }, ledger: "ledger.yaml" },
		});
	const names = create().map(({ info }) => info.header);
	create();
	expect(names).toContain("GET /v1/names");
	expect(emitWarning.mock.calls).toEqual([
		[
			"createMock does not read flags and ledger of the configuration. Set what you need of it as options.",
		],
		[
			"createMock does not read MSW handlers of the configuration. Pass them to MSW, before those of the mock.",
		],
	]);
	emitWarning.mockRestore();
});
