import { describe, expect, test } from "vitest";
import { createControlServer } from "../../src/control/server/control-server.ts";
import { createMock } from "../../src/index.ts";
import { corsHeadersOf, detailOf, type Knock, knock } from "./knock.ts";
import { type ServedStage, serveStage } from "./stages.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const RESET: Knock = { method: "POST", path: "/__mock/reset" };

const hostOf = ({ url }: ServedStage): string => new URL(url).host;

/** Whether a zap that was created before is still there. */
async function survives(stage: ServedStage, act: () => Promise<unknown>) {
	await stage.createZap("Mine");
	await act();
	const { zaps } = await stage.control.state();
	return zaps?.some((zap) => "name" in zap && zap.name === "Mine") ?? false;
}

const PAGES: readonly (readonly [string, Record<string, string>])[] = [
	["a foreign origin", { origin: "https://evil.example" }],
	["an opaque origin", { origin: "null" }],
	["another port of this machine", { origin: "http://127.0.0.1:1" }],
	["an origin that begins like ours", { origin: "OWN.evil.example" }],
	["an origin that is none", { origin: "http://" }],
	["another site without Origin", { "sec-fetch-site": "cross-site" }],
	["another port without Origin", { "sec-fetch-site": "same-site" }],
];

describe("without a token", () => {
	test.each(PAGES)("refuses a page of %s", async (_, headers) => {
		await using stage = await serveStage();
		const sent = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [
				name,
				value.replace("OWN", `http://${hostOf(stage)}`),
			]),
		);
		for (const session of ["", "/__session/mine"]) {
			const refused = await knock(stage.url, {
				path: `${session}/__mock/requests`,
				headers: sent,
			});
			expect(refused.status).toBe(403);
			expect(detailOf(refused)).toContain("no page may control the mock");
			expect(corsHeadersOf(refused)).toEqual([]);
		}
		const isThere = await survives(stage, () =>
			knock(stage.url, { ...RESET, headers: sent }),
		);
		expect(isThere).toBe(true);
	});

	test("answers nothing to a target that names a host of its own", async () => {
		await using stage = await serveStage();
		for (const host of ["evil.example", hostOf(stage)]) {
			const path = `http://${host}/__mock/sessions`;
			const refused = await knock(stage.url, { path });
			expect(refused.status).toBe(404);
			expect(refused.text).not.toContain("openedAt");
		}
	});

	test("refuses other pages below the base path as at the root", async () => {
		await using stage = await serveStage({ basePath: "/api" });
		for (const path of [
			"/api/__mock/state",
			"/api/__session/mine/__mock/state",
		])
			for (const method of ["GET", "OPTIONS"]) {
				const headers = {
					origin: "https://evil.example",
					"access-control-request-method": "GET",
				};
				const refused = await knock(stage.url, { method, path, headers });
				expect(refused.status).toBe(403);
				expect(corsHeadersOf(refused)).toEqual([]);
			}
	});

	test.each([
		["text/plain", '{"dataset":"empty"}'],
		["application/x-www-form-urlencoded", "dataset=empty"],
		["multipart/form-data; boundary=x", "--x--"],
	])(
		"refuses a form post of %s, with and without Origin",
		async (type, body) => {
			await using stage = await serveStage();
			const headers = { "content-type": type };
			const statuses: number[] = [];
			const isThere = await survives(stage, async () => {
				for (const origin of [{}, { origin: "https://evil.example" }]) {
					const post = { ...RESET, headers: { ...headers, ...origin }, body };
					statuses.push((await knock(stage.url, post)).status);
				}
			});
			expect({ isThere, statuses }).toEqual({
				isThere: true,
				statuses: [415, 403],
			});
		},
	);

	test("refuses a form post even where the route takes no body", async () => {
		await using stage = await serveStage();
		const path = "/__mock/snapshots";
		const post = { method: "POST", path, headers: FORM, body: "" };
		expect((await knock(stage.url, post)).status).toBe(415);
		expect(await stage.control.snapshots()).toEqual([]);
	});

	test.each([
		"evil.example",
		"127.0.0.1.evil.example",
		"localhost.evil.example",
		"evillocalhost",
		"192.168.0.1",
		"0.0.0.0",
		"[::]",
		"[::ffff:10.0.0.1]",
		"localhost@evil.example",
	])(
		"refuses the name %s, which may have been pointed at this machine",
		async (name) => {
			await using stage = await serveStage();
			const { port } = new URL(stage.url);
			for (const session of ["", "/__session/mine"]) {
				const path = `${session}/__mock/state`;
				const headers = { host: `${name}:${port}` };
				const refused = await knock(stage.url, { path, headers });
				expect([400, 403]).toContain(refused.status);
				expect(refused.text).not.toContain("zaps");
			}
		},
	);

	test.each([
		"localhost",
		"LOCALHOST:80",
		"zaps.localhost:4010",
		"127.0.0.1",
		"127.8.9.10:4010",
		"[::1]:4010",
	])("answers to the name %s", async (host) => {
		await using stage = await serveStage();
		expect((await knock(stage.url, { headers: { host } })).status).toBe(200);
	});

	test("says what is wrong with the name, and what to do", async () => {
		await using stage = await serveStage();
		const headers = { host: "mock.example" };
		expect(detailOf(await knock(stage.url, { headers }))).toBe(
			"The Host header names mock.example, and a name that is not this machine's own may have been pointed at it by anyone. Ask for localhost or 127.0.0.1. Or: Start the mock with --control-token, and send the token as a bearer token.",
		);
	});

	test.each([
		"forwarded",
		"x-forwarded-for",
		"x-forwarded-host",
		"x-real-ip",
		"via",
	])("refuses what a proxy sends on, as %s says", async (name) => {
		await using stage = await serveStage();
		const refused = await knock(stage.url, {
			headers: { [name]: "127.0.0.1" },
		});
		expect(refused.status).toBe(403);
		expect(detailOf(refused)).toContain(`as its header ${name} says`);
	});

	test.each([
		["192.168.0.7", 403],
		["10.0.0.1", 403],
		["::ffff:192.168.0.7", 403],
		["fe80::1", 403],
		["1127.0.0.1", 403],
		[undefined, 403],
		["127.0.0.1", 200],
		["127.9.9.9", 200],
		["::1", 200],
		["::ffff:127.0.0.1", 200],
	])("answers a peer at %s with %i", async (address, status) => {
		await using mock = createDisposableCore();
		const plane = createControlServer({
			control: mock.control,
			document: async () => ({}),
		});
		const request = new Request("http://localhost:4010/__mock/health", {
			headers: { host: "localhost:4010" },
		});
		expect((await plane(request, { address })).status).toBe(status);
	});

	test("lets its own page in", async () => {
		await using stage = await serveStage();
		const headers = {
			...JSON_TYPE,
			origin: stage.url,
			"sec-fetch-site": "same-origin",
		};
		const post = { ...RESET, headers, body: '{"dataset":"empty"}' };
		expect((await knock(stage.url, post)).status).toBe(204);
	});

	test.each([
		["/__mock/state", 405],
		["/__mock/", 405],
		["/__mock/nothing", 404],
		["/__session/x/__mock/state", 405],
	])(
		"answers no preflight for %s so that a page is let in",
		async (path, own) => {
			await using stage = await serveStage();
			for (const [origin, status] of [
				["https://evil.example", 403],
				[stage.url, own],
			] as const) {
				const answered = await knock(stage.url, {
					method: "OPTIONS",
					path,
					headers: {
						origin,
						"access-control-request-method": "PUT",
						"access-control-request-headers": "content-type, authorization",
					},
				});
				expect(answered.status).toBe(status);
				expect(corsHeadersOf(answered)).toEqual([]);
			}
		},
	);

	test("has nothing to log in to", async () => {
		await using stage = await serveStage();
		const post = {
			method: "POST",
			path: "/__mock/login",
			headers: JSON_TYPE,
			body: '{"token":""}',
		};
		const refused = await knock(stage.url, post);
		expect(refused.status).toBe(404);
		expect(refused.headers["set-cookie"]).toBeUndefined();
	});
});

function createDisposableCore() {
	const mock = createMock();
	return { control: mock.control, [Symbol.asyncDispose]: mock.close };
}
