import { describe, expect, test } from "vitest";
import { createControlServer } from "../../../src/control/server/control-server.ts";
import { createMock } from "../../../src/index.ts";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import {
	corsHeadersOf,
	detailOf,
	type RawRequest,
	sendRawRequest,
} from "./raw-request.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const RESET: RawRequest = { method: "POST", path: "/__mock/reset" };

const hostOf = ({ url }: ServedStage): string => new URL(url).host;

/** Returns whether a zap survives the attempt to reset the state. */
async function survives(stage: ServedStage, act: () => Promise<unknown>) {
	await stage.createZap("Mine");
	await act();
	const { zaps } = await stage.control.state();
	return zaps?.some((zap) => "name" in zap && zap.name === "Mine") ?? false;
}

const PAGES: readonly (readonly [string, Record<string, string>])[] = [
	["another origin", { origin: "https://evil.example" }],
	["an opaque origin", { origin: "null" }],
	["another port of this machine", { origin: "http://127.0.0.1:1" }],
	["an origin that begins like ours", { origin: "OWN.evil.example" }],
	["an invalid origin", { origin: "http://" }],
	["another site without Origin", { "sec-fetch-site": "cross-site" }],
	["another port without Origin", { "sec-fetch-site": "same-site" }],
];

describe("without a token", () => {
	test.each(PAGES)("rejects a page of %s", async (_, headers) => {
		await using stage = await serveStage();
		const sent = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [
				name,
				value.replace("OWN", `http://${hostOf(stage)}`),
			]),
		);
		for (const session of ["", "/__session/mine"]) {
			const rejected = await sendRawRequest(stage.url, {
				path: `${session}/__mock/requests`,
				headers: sent,
			});
			expect(rejected.status).toBe(403);
			expect(detailOf(rejected)).toContain(
				"only the mock's own page may use the control API",
			);
			expect(corsHeadersOf(rejected)).toEqual([]);
		}
		const isThere = await survives(stage, () =>
			sendRawRequest(stage.url, { ...RESET, headers: sent }),
		);
		expect(isThere).toBe(true);
	});

	test("rejects a request target with a host in it", async () => {
		await using stage = await serveStage();
		for (const host of ["evil.example", hostOf(stage)]) {
			const path = `http://${host}/__mock/sessions`;
			const rejected = await sendRawRequest(stage.url, { path });
			expect(rejected.status).toBe(404);
			expect(rejected.text).not.toContain("openedAt");
		}
	});

	test("rejects other pages below the base path too", async () => {
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
				const rejected = await sendRawRequest(stage.url, {
					method,
					path,
					headers,
				});
				expect(rejected.status).toBe(403);
				expect(corsHeadersOf(rejected)).toEqual([]);
			}
	});

	test.each([
		["text/plain", '{"dataset":"empty"}'],
		["application/x-www-form-urlencoded", "dataset=empty"],
		["multipart/form-data; boundary=x", "--x--"],
	])(
		"rejects a form of the type %s, with and without Origin",
		async (type, body) => {
			await using stage = await serveStage();
			const headers = { "content-type": type };
			const statuses: number[] = [];
			const isThere = await survives(stage, async () => {
				for (const origin of [{}, { origin: "https://evil.example" }]) {
					const post = { ...RESET, headers: { ...headers, ...origin }, body };
					statuses.push((await sendRawRequest(stage.url, post)).status);
				}
			});
			expect({ isThere, statuses }).toEqual({
				isThere: true,
				statuses: [415, 403],
			});
		},
	);

	test("rejects a form even if the route takes no body", async () => {
		await using stage = await serveStage();
		const path = "/__mock/snapshots";
		const post = { method: "POST", path, headers: FORM, body: "" };
		expect((await sendRawRequest(stage.url, post)).status).toBe(415);
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
	])("rejects the host name %s, which DNS rebinding may use", async (name) => {
		await using stage = await serveStage();
		const { port } = new URL(stage.url);
		for (const session of ["", "/__session/mine"]) {
			const path = `${session}/__mock/state`;
			const headers = { host: `${name}:${port}` };
			const rejected = await sendRawRequest(stage.url, { path, headers });
			expect([400, 403]).toContain(rejected.status);
			expect(rejected.text).not.toContain("zaps");
		}
	});

	test.each([
		"localhost",
		"LOCALHOST:80",
		"zaps.localhost:4010",
		"127.0.0.1",
		"127.8.9.10:4010",
		"[::1]:4010",
	])("accepts the host name %s", async (host) => {
		await using stage = await serveStage();
		expect(
			(await sendRawRequest(stage.url, { headers: { host } })).status,
		).toBe(200);
	});

	test("explains a rejected host name, and how to fix it", async () => {
		await using stage = await serveStage();
		const headers = { host: "mock.example" };
		expect(detailOf(await sendRawRequest(stage.url, { headers }))).toBe(
			"The Host header is mock.example, and without a token it must name this machine. Use localhost or 127.0.0.1, or start the mock with --control-token and send the token as a bearer token.",
		);
	});

	test.each([
		"forwarded",
		"x-forwarded-for",
		"x-forwarded-host",
		"x-real-ip",
		"via",
	])("rejects requests through a proxy, which sends %s", async (name) => {
		await using stage = await serveStage();
		const rejected = await sendRawRequest(stage.url, {
			headers: { [name]: "127.0.0.1" },
		});
		expect(rejected.status).toBe(403);
		expect(detailOf(rejected)).toContain(`has the header ${name}`);
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
	])("responds to a caller at %s with %i", async (address, status) => {
		await using mock = createDisposableCore();
		const server = createControlServer({
			control: mock.control,
			document: async () => ({}),
		});
		const request = new Request("http://localhost:4010/__mock/health", {
			headers: { host: "localhost:4010" },
		});
		expect((await server(request, { address })).status).toBe(status);
	});

	test("accepts requests of its own page", async () => {
		await using stage = await serveStage();
		const headers = {
			...JSON_TYPE,
			origin: stage.url,
			"sec-fetch-site": "same-origin",
		};
		const post = { ...RESET, headers, body: '{"dataset":"empty"}' };
		expect((await sendRawRequest(stage.url, post)).status).toBe(204);
	});

	test.each([
		["/__mock/state", 405],
		["/__mock/", 405],
		["/__mock/nothing", 404],
		["/__session/x/__mock/state", 405],
	])(
		"allows no page in the response to a preflight for %s",
		async (path, own) => {
			await using stage = await serveStage();
			for (const [origin, status] of [
				["https://evil.example", 403],
				[stage.url, own],
			] as const) {
				const response = await sendRawRequest(stage.url, {
					method: "OPTIONS",
					path,
					headers: {
						origin,
						"access-control-request-method": "PUT",
						"access-control-request-headers": "content-type, authorization",
					},
				});
				expect(response.status).toBe(status);
				expect(corsHeadersOf(response)).toEqual([]);
			}
		},
	);

	test("has no login", async () => {
		await using stage = await serveStage();
		const post = {
			method: "POST",
			path: "/__mock/login",
			headers: JSON_TYPE,
			body: '{"token":""}',
		};
		const rejected = await sendRawRequest(stage.url, post);
		expect(rejected.status).toBe(404);
		expect(rejected.headers["set-cookie"]).toBeUndefined();
	});
});

function createDisposableCore() {
	const mock = createMock();
	return { control: mock.control, [Symbol.asyncDispose]: mock.close };
}
