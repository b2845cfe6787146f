import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI, type RunningCli, startCli } from "../../support/understudy.ts";

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

interface Project extends AsyncDisposable {
	readonly folder: ScratchFolder;
	readonly cli: RunningCli;
	get(path: string, headers?: Record<string, string>): Promise<Response>;
	names(session?: string): Promise<string[]>;
	/** Rewrites the configuration and returns the next log entry of the server. */
	change(properties: string): Promise<Record<string, unknown>>;
}

async function projectWith(
	properties: string,
	...flags: string[]
): Promise<Project> {
	const folder = await folderWith(properties);
	const cli = await startCli(flags, folder.path);
	const get = (path: string, headers: Record<string, string> = {}) =>
		fetch(`${cli.url}${path}`, { headers });
	return {
		folder,
		cli,
		get,
		async names(session = "default") {
			const response = await get("/v1/zaps", { "mock-session": session });
			const { items }: { items: { name: string }[] } = await response.json();
			return items.map(({ name }) => name);
		},
		async change(changed) {
			await folder.file(FILE, config(changed));
			for (;;) {
				const event = await cli.nextEvent();
				if (event.event !== "request") return event;
			}
		},
		async [Symbol.asyncDispose]() {
			await cli[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

const MINE =
	'datasets: { mine: (make) => ({ zaps: [make.zap({ name: "New" }), make.zap({ name: "Old" })] }) }';

describe("understudy.config.ts", () => {
	test("is found in the folder, and adds datasets, newest first", async () => {
		await using project = await projectWith(
			`${MINE}, flags: { dataset: "mine" }`,
		);
		expect(await project.names()).toEqual(["New", "Old"]);
	});

	test("sets default flags, which the command line overrides", async () => {
		await using project = await projectWith(
			`${MINE}, flags: { dataset: "mine", auth: "bearer", basePath: "/api" }`,
			"--auth",
			"none",
		);
		expect(project.cli.url).toMatch(/\/api$/);
		expect((await project.get("/v1/zaps")).status).toBe(200);
	});

	test("names what to redact", async () => {
		await using project = await projectWith(
			'flags: { redact: ["x-tenant", "sid"] }',
		);
		await project.get("/v1/health?sid=s3cret", { "x-tenant": "s3cret" });
		const told = await (await project.get("/__mock/requests")).text();
		expect(told).toContain('"x-tenant":"[redacted]"');
		expect(told).not.toContain("s3cret");
	});

	test("adds scenarios to those of the package", async () => {
		await using project = await projectWith(
			'scenarios: { teapot: { description: "Short and stout.", faults: [{ operation: "*", kind: "status", status: 418, force: true }] } }',
		);
		const prefer = (scenario: string) =>
			project.get("/v1/zaps", { prefer: `scenario=${scenario}` });
		expect((await prefer("teapot")).status).toBe(418);
		expect((await prefer("broken")).status).toBe(500);
	});

	test("adds MSW handlers that respond first", async () => {
		await using project = await projectWith(`handlers: [
			http.get("/v1/extra", () => HttpResponse.json({ extra: true })),
			http.post("/v1/zaps", async ({ request }) => {
				const { name } = await request.clone().json();
				return name === "mine" ? HttpResponse.json({ taken: true }) : undefined;
			}),
		]`);
		const extra = await project.get("/v1/extra");
		expect(await extra.json()).toEqual({ extra: true });
		const create = async (name: string) =>
			(
				await fetch(`${project.cli.url}/v1/zaps`, {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: JSON.stringify({ name }),
				})
			).json();
		expect(await create("mine")).toEqual({ taken: true });
		expect(await create("other")).toMatchObject({ name: "other" });
	});

	test("passes requests of any session to the handlers, without the session in the path", async () => {
		await using project =
			await projectWith(`flags: { basePath: "/api" }, handlers: [
			http.post("/api/v1/extra", async ({ request }) =>
				HttpResponse.json({ url: request.url, body: await request.json() })),
		]`);
		const origin = new URL(project.cli.url).origin;
		const post = async (path: string) => {
			const body = JSON.stringify({ name: "mine" });
			const response = await fetch(origin + path, { method: "POST", body });
			return response.json();
		};
		const answer = {
			url: `${origin}/api/v1/extra?n=1`,
			body: { name: "mine" },
		};
		expect(await post("/api/v1/extra?n=1")).toEqual(answer);
		expect(await post("/__session/s/api/v1/extra?n=1")).toEqual(answer);
		expect(await post("/api/__session/s/v1/extra?n=1")).toEqual(answer);
		const asked = await fetch(`${origin}/__mock/requests?session=s`);
		expect(await asked.json()).toMatchObject({
			requests: [{ path: "/api/v1/extra" }, { status: 200 }],
		});
	});

	test("responds with 500 if a handler throws, and records it", async () => {
		await using project = await projectWith(
			'handlers: [http.get("/v1/extra", () => { throw new TypeError("no disk"); })]',
		);
		const origin = "http://page.test";
		const response = await project.get("/v1/extra", { origin });
		expect(response.status).toBe(500);
		expect(response.headers.get("access-control-allow-origin")).toBe(origin);
		expect(await response.json()).toMatchObject({
			title: "Internal Server Error",
		});
		expect((await project.cli.nextEvent()).message).toContain("no disk");
		const journal = await project.get("/__mock/requests");
		expect(await journal.json()).toMatchObject({
			requests: [{ path: "/v1/extra", status: 500, matched: true }],
		});
	});

	test("adds CORS headers to the response of a handler, even if its headers are immutable", async () => {
		await using project = await projectWith(
			'handlers: [http.get("/v1/moved", () => Response.redirect("http://zaps.test/"))]',
		);
		const { status, headers } = await fetch(`${project.cli.url}/v1/moved`, {
			headers: { origin: "http://page.test" },
			redirect: "manual",
		});
		expect(status).toBe(302);
		expect(headers.get("access-control-allow-origin")).toBe("http://page.test");
	});

	test("adds properties to the records of its own datasets", async () => {
		await using project = await projectWith(
			`datasets: { mine: async (make) => ({ zaps: [make.zap(), make.zap({ owner: "me" })] }) },
			fixtures: { zap: { owner: "all" } }, flags: { dataset: "mine" }`,
		);
		const page = await (await project.get("/v1/zaps")).json();
		const owners = page.items.map(({ owner }: { owner: string }) => owner);
		expect(owners).toEqual(["all", "me"]);
	});

	test("adds properties to the records of the shipped datasets", async () => {
		await using project = await projectWith(
			"fixtures: { zap: (zap) => ({ region: 'eu of ' + zap.owner }) }",
		);
		const page = await (await project.get("/v1/zaps?limit=1")).json();
		const [zap] = page.items;
		expect(zap.region).toBe(`eu of ${zap.owner}`);
	});
});

describe("a configuration that changes", () => {
	test("is reloaded, and the state stays", async () => {
		await using project = await projectWith(
			`${MINE}, flags: { dataset: "mine" }`,
		);
		await project.names();
		expect(
			await project.change(
				`${MINE.replace("New", "Newer")}, flags: { dataset: "mine" }`,
			),
		).toMatchObject({ event: "config", needsRestart: false });
		expect(await project.names()).toEqual(["New", "Old"]);
		expect(await project.names("another")).toEqual(["Newer", "Old"]);
	});

	test("is rejected if it is invalid, with the place of the error", async () => {
		await using project = await projectWith(
			`${MINE}, flags: { dataset: "mine" }, handlers: [http.get("/extra", () => new HttpResponse("old"))]`,
		);
		const event = await project.change("((");
		expect(event).toMatchObject({ event: "error" });
		expect(event.message).toMatch(/understudy\.config\.ts:\d+/);
		expect(await (await project.get("/extra")).text()).toBe("old");
	});

	test("is rejected if it lacks a dataset in use, with its name and its users", async () => {
		await using project = await projectWith(
			`${MINE}, flags: { dataset: "mine" }`,
		);
		const { message } = await project.change(MINE.replace("mine", "renamed"));
		expect(message).toMatch(
			/^Invalid configuration .*understudy\.config\.ts: It lacks presets that are in use: dataset "mine" \(new sessions start with it\)\. Add them, or restart the mock\.$/,
		);
		expect(await project.names("another")).toEqual(["New", "Old"]);
	});

	test("changes the active scenario", async () => {
		const outage = (status: number): string =>
			`scenarios: { outage: { description: "Down.", faults: [{ operation: "listZaps", kind: "status", status: ${status}, force: true }] } }, flags: { scenario: "outage" }`;
		await using project = await projectWith(outage(503));
		expect((await project.get("/v1/zaps")).status).toBe(503);
		await project.change(outage(502));
		expect((await project.get("/v1/zaps")).status).toBe(502);
	});

	test("reports that changed flags need a restart", async () => {
		await using project = await projectWith("");
		expect(await project.change("flags: { seed: 2 }")).toMatchObject({
			event: "config",
			needsRestart: true,
		});
	});
});

describe("an invalid configuration", () => {
	test.each([
		["flags: { port: 70000 }", "/flags/port must be at most 65535"],
		[
			'datasets: { mine: { zaps: [{ id: "x" }] } }, flags: { dataset: "mine" }',
			"/zaps/0/name is required",
		],
		[
			'scenarios: { odd: { description: "", faults: [{ operation: "listZap", kind: "reset" }] } }',
			'/odd/faults/0/operation is an unknown operation. Did you mean "listZaps"?',
		],
		['flags: { scenario: "odd" }', 'Unknown scenario "odd".'],
		['flags: { dataset: "odd" }', 'Unknown dataset "odd".'],
	])("is rejected: %s", async (properties, reason) => {
		await using folder = await folderWith(properties);
		const { code, stderr } = await run(process.execPath, [CLI, "--port", "0"], {
			cwd: folder.path,
		});
		expect(stderr).toContain(reason);
		expect(stderr).toMatch(/^understudy: /);
		expect(code).toBe(2);
	});
});
