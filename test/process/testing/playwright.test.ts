import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportTest } from "@playwright/test/reporter";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM } from "../../support/chromium.ts";
import { run } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");

const CONFIG = `
import { defineConfig } from "@playwright/test";
import { mockServer } from "zaps-understudy/playwright";

export default defineConfig({
	reporter: [["json", { outputFile: "report.json" }]],
	outputDir: "results",
	workers: 1,
	use: {
		baseURL: process.env.UNDERSTUDY_URL,
		launchOptions: { executablePath: process.env.CHROMIUM },
	},
	webServer: mockServer("--dataset empty"),
});
`;

const SPECS = `
import { expect, test } from "zaps-understudy/playwright";

const create = (request, name) => request.post("/v1/zaps", { data: { name } });

for (const name of ["A", "B"])
	test("has a session of its own with " + name, async ({ request, mock }) => {
		await create(request, name);
		await expect(mock).toHaveReceived("createZap", { times: 1, body: { name } });
		await expect(mock).not.toHaveReceived("listZaps");
		const { items } = await (await request.get("/v1/zaps")).json();
		expect(items).toHaveLength(1);
		expect((await mock.state()).zaps).toEqual(items);
	});

test("matches values by matchers of Playwright", async ({ request, mock }) => {
	await create(request, "Ship orders");
	await expect(mock).toHaveReceived("createZap", {
		body: { name: expect.stringMatching(/^Ship/) },
		headers: { "Content-Type": expect.any(String) },
	});
	const soon = expect.configure({ timeout: 1 });
	const other = soon(mock).toHaveReceived("createZap", { body: { name: "Other" } });
	await expect(other).rejects.toThrow(/0 of 1 request match.*Other.*Ship orders/s);
});

test("waits for requests that are not sent yet", async ({ request, mock }) => {
	const received = expect(mock).toHaveReceived("createZap", { times: 2 });
	await create(request, "A");
	await create(request, "B");
	await received;
});

test.describe("with options", () => {
	test.use({ extraHTTPHeaders: { "x-tenant": "t" } });
	test.use({ mockOptions: { dataset: "default", scenario: "unhealthy" } });
	test("keeps headers and options of its own", async ({ request, mock }) => {
		expect((await mock.state()).zaps).toHaveLength(20);
		expect((await request.get("/v1/health")).status()).toBe(503);
		await expect(mock).toHaveReceived("getHealth", { headers: { "x-tenant": "t" } });
	});
});

test("names the session in pages and contexts", async ({ browser, page, context, mock }) => {
	const other = await (await browser.newContext()).newPage();
	for (const each of [page, await context.newPage(), other])
		await each.goto("/v1/zaps");
	await expect(mock).toHaveReceived("listZaps", { times: 3 });
});

test("fails", async ({ request }) => {
	await create(request, "A");
	await request.get("/v1/zap");
	expect(1).toBe(2);
});
`;

let folder = "";
let results: Readonly<Record<string, JSONReportTest["results"][number]>> = {};

beforeAll(async () => {
	// Inside of the package, so that its name is resolved.
	folder = await mkdtemp(join(import.meta.dirname, "child-"));
	await writeFile(join(folder, "playwright.config.ts"), CONFIG);
	await writeFile(join(folder, "mock.spec.ts"), SPECS);
	const args = ["test", ...(CHROMIUM ? [] : ["--grep-invert", "pages"])];
	await run(process.execPath, [PLAYWRIGHT, ...args], {
		cwd: folder,
		env: { CHROMIUM },
	});
	const report: JSONReport = JSON.parse(
		await readFile(join(folder, "report.json"), "utf8"),
	);
	expect(report.errors).toEqual([]);
	const specs = report.suites.flatMap(({ specs, suites = [] }) => [
		...specs,
		...suites.flatMap((suite) => suite.specs),
	]);
	results = Object.fromEntries(
		specs.flatMap(({ title, tests }) =>
			tests.flatMap(({ results: [result] }) =>
				result ? [[title, result]] : [],
			),
		),
	);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const messagesOf = (title: string): string =>
	(results[title]?.errors ?? [])
		.map(({ message = "" }) => stripVTControlCharacters(message))
		.join("\n");

test.each([
	"has a session of its own with A",
	"has a session of its own with B",
	"matches values by matchers of Playwright",
	"waits for requests that are not sent yet",
	"keeps headers and options of its own",
	...(CHROMIUM ? ["names the session in pages and contexts"] : []),
])("in Playwright, a test %s", (title) => {
	expect(messagesOf(title)).toBe("");
	expect(results[title]).toMatchObject({ status: "passed", attachments: [] });
});

test("a failed test has its requests attached, as text and as JSON", () => {
	const [text = "", json = ""] = (results.fails?.attachments ?? [])
		.flatMap(({ body }) => body ?? [])
		.map((body) => Buffer.from(body, "base64").toString());
	expect(text).toContain('POST /v1/zaps {"name":"A"} → 201');
	expect(JSON.parse(json)).toMatchObject([
		{ path: "/v1/zap" },
		{ operation: "createZap" },
	]);
});

test("a request that matches no operation fails the test", () => {
	expect(messagesOf("fails")).toContain("listZaps: the path is /v1/zaps");
});
