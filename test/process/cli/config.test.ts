import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPLICAS } from "../../support/replicas.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";

const FILE = "understudy.config.ts";
const config = (properties: string): string => `
import { http, HttpResponse } from "msw";
import { defineConfig } from "zaps-understudy";
export default defineConfig({ ${properties} });
void [http, HttpResponse];
`;

/** Creates a folder with a configuration in which MSW is installed. */
async function folderWith(properties: string): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	const modules = join(import.meta.dirname, "../../../node_modules");
	await symlink(modules, join(folder.path, "node_modules"), "dir");
	await folder.file(FILE, config(properties));
	return folder;
}

async function projectWith(properties: string, ...flags: string[]) {
	const folder = await folderWith(properties);
	const cli = await startCli(flags, folder.path);
	const get = (path: string, headers: Record<string, string> = {}) =>
		fetch(new URL(path, cli.url), { headers, redirect: "manual" });
	/** Returns the next log entry that is not about a request. */
	async function nextEvent() {
		for (;;) {
			const event = await cli.nextEvent();
			if (event.event !== "request") return event;
		}
	}
	return {
		url: cli.url,
		get,
		nextEvent,
		async names(session: string): Promise<string[]> {
			const response = await fetch(`${cli.url}/v1/zaps`, {
				headers: { "mock-session": session },
			});
			const { items }: { items: { name: string }[] } = await response.json();
			return items.map(({ name }) => name);
		},
		/** Rewrites the configuration and returns the next log entry. */
		async change(changed: string) {
			await folder.file(FILE, config(changed));
			return nextEvent();
		},
		async [Symbol.asyncDispose]() {
			await cli[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

describe("understudy.config.ts", () => {
	let project: Awaited<ReturnType<typeof projectWith>>;
	beforeAll(async () => {
		const properties = `
	flags: { dataset: "mine", auth: "bearer", basePath: "/api", redact: ["x-tenant", "sid"] satisfies readonly [
		string, string,
	] },
	datasets: { mine: async (make) => ({ zaps: [make.zap({ name: "New" }), make.zap({ name: "Old", owner: "me" })] }) },
	fixtures: { zap: (zap) => ({ owner: "all", region: "eu of " + zap.name }) },
	scenarios: { shipped: { description: "Has a shipped dataset.", dataset: "default" }, teapot: { description: "Short and stout.", faults: [{ operation: "*", kind: "status", status: 418, force: true }] } },
	handlers: [
		http.get("/api/v1/broken", () => { throw new TypeError("no disk"); }),
		http.get("/api/v1/late", async (): Promise<never> => {
			await Promise.reject(new Error("fetch failed", { cause: new Error("no network") }));
		}),
		http.get("/api/v1/text", () => { throw "no stack"; }),
		http.get("/api/v1/wrong", () => ({})),
		http.get("/api/v1/moved", () => Response.redirect("http://zaps.test/")),
		http.post("/api/v1/extra", async ({ request }) =>
			HttpResponse.json({ url: request.url, body: await request.json(), session: request.headers.get("mock-session") })),
	]`;
		project = await projectWith(properties, "--auth", "none");
	});
	afterAll(() => project[Symbol.asyncDispose]());

	test("is found in the folder, and sets default flags, which the command line overrides", async () => {
		expect(project.url).toMatch(/\/api$/);
		expect(await project.names("new")).toEqual(["New", "Old"]);
		await project.get("/api/v1/health?sid=s3cret", { "x-tenant": "s3cret" });
		const told = await (await project.get("/__mock/requests")).text();
		expect(told).toContain('"x-tenant":"[redacted]"');
		expect(told).not.toContain("s3cret");
	});

	test("adds scenarios to those of the package", async () => {
		const prefer = async (scenario: string) =>
			(await project.get("/api/v1/zaps", { prefer: `scenario=${scenario}` }))
				.status;
		expect(await prefer("teapot")).toBe(418);
		expect(await prefer("broken")).toBe(500);
	});

	test("adds properties to the records of its own and the shipped datasets", async () => {
		const list = async (headers: Record<string, string>) =>
			(await (await project.get("/api/v1/zaps?limit=2", headers)).json()).items;
		expect(await list({ "mock-session": "own" })).toMatchObject([
			{ owner: "all", region: expect.stringContaining("eu of ") },
			{ owner: "me", region: expect.stringContaining("eu of ") },
		]);
		const [zap] = await list({ prefer: "scenario=shipped" });
		expect(zap).toMatchObject({ owner: "all", region: `eu of ${zap.name}` });
	});

	test("passes requests of any session to the handlers, with the session of the path in a header", async () => {
		const { origin } = new URL(project.url);
		const body = { name: "mine" };
		for (const session of ["/api", "/__session/s/api", "/api/__session/s"]) {
			const response = await fetch(`${origin}${session}/v1/extra?n=1`, {
				method: "POST",
				body: JSON.stringify(body),
			});
			// One of two mocks has a URL of its own behind their proxy.
			const url = REPLICAS
				? expect.stringContaining("/api/v1/extra?n=1")
				: `${origin}/api/v1/extra?n=1`;
			const named = session === "/api" ? null : "s";
			expect(await response.json()).toEqual({ url, body, session: named });
		}
		const asked = await project.get("/__mock/requests?session=s");
		expect(await asked.json()).toMatchObject({
			requests: [{ path: "/api/v1/extra" }, { status: 200 }],
		});
	});

	test.each([
		["broken", " failed at FILE:12: no disk"],
		["late", " failed at FILE:14: fetch failed (no network)"],
		["text", ", defined at FILE:16, failed: no stack"],
		["wrong", ", defined at FILE:17, failed: its return value"],
	])(
		"says in the response and in the log where the handler /%s failed, and records it",
		async (name, where) => {
			const origin = "http://page.test";
			const response = await project.get(`/api/v1/${name}`, { origin });
			expect(response.status).toBe(500);
			expect(response.headers.get("access-control-allow-origin")).toBe(origin);
			const { detail } = await response.json();
			expect(detail.replace(/ \S+understudy.config.ts/, " FILE")).toContain(
				`The handler GET /api/v1/${name}${where}`,
			);
			expect((await project.nextEvent()).message).toContain(detail);
			const found = await project.get(`/__mock/requests?path=/api/v1/${name}`);
			expect(await found.json()).toMatchObject({
				requests: [{ status: 500, matched: true }],
			});
		},
	);

	test("adds CORS headers to the response of a handler, even if its headers are immutable", async () => {
		const origin = "http://page.test";
		const { status, headers } = await project.get("/api/v1/moved", { origin });
		expect(status).toBe(302);
		expect(headers.get("access-control-allow-origin")).toBe(origin);
	});
});

// Each mock counts those of its own.
test.skipIf(REPLICAS)(
	"an error that nothing catches is logged with its exchange, counted, and does not end the mock",
	async () => {
		const handlers = `flags: { controlToken: "of-control", forward: "http://127.0.0.1:1", forwardOnly: ["getHealth"], forwardHeader: ["x-key: of-forwarding"] },
	handlers: [http.post("/stray", ({ request }) => {
		if (request.url.endsWith("a")) setTimeout(() => { throw new Error("thrown"); });
		else if (request.url.endsWith("b")) Promise.reject(new Error("rejected"));
		else if (request.url.includes("of-query")) Promise.reject(new Error(request.url + " of-control of-forwarding " + request.headers.get("x-api-key")));
		else setTimeout(() => { throw { toString() { throw 1; } }; });
		return new HttpResponse();
	})]`;
		await using folder = await folderWith(handlers);
		await using cli = await startCli([], folder.path);
		for (const [query, reason] of [
			["a", "Error: thrown\n    at"],
			["b", "Error: rejected\n    at"],
			["c", "a value that cannot be shown"],
			[
				"token=of-query",
				`Error: ${cli.url}/stray?token=[redacted] [redacted] [redacted] [redacted]\n    at`,
			],
		] as const) {
			const headers = { "x-api-key": "of-client" };
			await fetch(`${cli.url}/stray?${query}`, { method: "POST", headers });
			const events = [await cli.nextEvent(), await cli.nextEvent()];
			const { message } = events.find(({ event }) => event === "error") ?? {};
			expect(message).toMatch(`Uncaught error in POST /stray: ${reason}`);
		}
		expect((await fetch(`${cli.url}/v1/zaps`)).status).toBe(200);
		expect(await cli.end("SIGTERM")).toBe(0);
		expect([await cli.nextEvent(), await cli.nextEvent()]).toMatchObject([
			{ event: "request", status: 200 },
			{ event: "stopped", uncaughtErrors: 4 },
		]);
	},
);

test("a configuration that changes is reloaded, unless it is invalid, and the state stays", async () => {
	const version = (newest: string, status: number, flags = ""): string => `
	flags: { dataset: "mine", scenario: "outage", ${flags} },
	datasets: { mine: (make) => ({ zaps: [make.zap({ name: "${newest}" })] }) },
	scenarios: { outage: { description: "Down.", faults: [{ operation: "createZap", kind: "status", status: ${status}, force: true }] } },
	handlers: [http.get("/extra", () => new HttpResponse("${newest}"))]`;
	await using project = await projectWith(version("one", 503));
	const current = async () => ({
		status: (await fetch(`${project.url}/v1/zaps`, { method: "POST" })).status,
		handler: await (await project.get("/extra")).text(),
	});
	expect(await project.names("first")).toEqual(["one"]);
	expect(await current()).toEqual({ status: 503, handler: "one" });

	expect(await project.change(version("two", 502))).toMatchObject({
		event: "config",
		needsRestart: false,
	});
	expect(await project.names("first")).toEqual(["one"]);
	expect(await project.names("second")).toEqual(["two"]);
	expect(await current()).toEqual({ status: 502, handler: "two" });

	for (const [changed, message] of [
		["((", /understudy\.config\.ts:\d+/],
		[
			version("three", 503).replace("mine:", "renamed:"),
			/^Invalid configuration .*understudy\.config\.ts: It lacks presets that are in use: dataset "mine" \(new sessions start with it\)\. Add them, or restart the mock\.$/,
		],
	] as const) {
		const { event, message: told } = await project.change(changed);
		expect([event, told]).toEqual(["error", expect.stringMatching(message)]);
	}
	expect(await project.names("third")).toEqual(["two"]);
	expect(await current()).toEqual({ status: 502, handler: "two" });

	expect(await project.change(version("four", 503, "seed: 2"))).toMatchObject({
		event: "config",
		needsRestart: true,
	});
});
