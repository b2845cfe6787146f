import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";
import { corsHeadersOf, detailOf, sendRawRequest } from "./raw-request.ts";
import { bearer, TOKEN } from "./token.ts";

test.each([
	["missing", {}],
	["empty", bearer("")],
	["wrong", bearer("wrong")],
	["only its beginning", bearer(TOKEN.slice(0, -1))],
	["followed by another character", bearer(`${TOKEN}x`)],
	["in another case", bearer(TOKEN.toUpperCase())],
	["sent with another scheme", { authorization: `Basic ${TOKEN}` }],
	["sent without a scheme", { authorization: TOKEN }],
	["sent as a cookie", { cookie: `understudy=${TOKEN}` }],
])(
	"responds with 401 if the token is %s, even from this machine",
	async (_, headers) => {
		await using stage = await serveStage({ token: TOKEN });
		for (const line of [
			"GET /__mock/state",
			"OPTIONS /__mock/state",
			"GET /__session/mine/__mock/state",
			"GET /__mock/nothing",
			"GET /__mock/events",
		]) {
			const [method = "", path = ""] = line.split(" ");
			const request = { method, path, headers };
			const rejected = await sendRawRequest(stage.url, request);
			expect(corsHeadersOf(rejected)).toEqual([]);
			expect(rejected.status).toBe(401);
			expect(rejected.headers["www-authenticate"]).toBe(
				'Bearer realm="understudy"',
			);
			expect(detailOf(rejected)).toContain("--control-token");
			expect(rejected.text).not.toContain(TOKEN);
		}
	},
);

test.each([
	[{}],
	[{ host: "mock.example" }],
	[{ "x-forwarded-for": "203.0.113.7" }],
	[{ authorization: `bearer ${TOKEN}` }],
])("accepts the token with the headers %j", async (headers) => {
	await using stage = await serveStage({ token: TOKEN });
	const sent = { headers: { ...bearer(TOKEN), ...headers } };
	expect((await sendRawRequest(stage.url, sent)).status).toBe(200);
});

test("tells whoever watches the mock that it runs, without the token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const path = "/__mock/health";
	const health = await sendRawRequest(stage.url, { path });
	expect(health.status).toBe(200);
	const headers = bearer("wrong");
	const rejected = await sendRawRequest(stage.url, { path, headers });
	expect(rejected.status).toBe(401);
});

test.each(["cross-site", "same-site"])(
	"does not show the page to a browser that comes from another page (%s)",
	async (site) => {
		await using stage = await serveStage({ token: TOKEN });
		for (const path of ["/__mock", "/__mock/"]) {
			const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" };
			const rejected = await sendRawRequest(stage.url, { path, headers });
			expect(rejected.status).toBe(403);
			expect(detailOf(rejected)).toContain("Type the address");
		}
	},
);

test("shows the page without a token, and nothing else", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const statusOf = async (path: string) =>
		(await sendRawRequest(stage.url, { path })).status;
	expect(await statusOf("/__mock/")).toBe(200);
	expect(await statusOf("/__mock")).toBe(308);
	expect(await statusOf("/__mock/openapi.json")).toBe(401);
});
