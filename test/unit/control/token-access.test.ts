import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";
import { bearer, getCookie, logIn, TOKEN } from "./log-in.ts";
import { corsHeadersOf, detailOf, sendRawRequest } from "./raw-request.ts";

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

test("sets a cookie that scripts cannot read, that other sites do not send, and that is not the token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const [cookie] = (await logIn(stage)).headers["set-cookie"] ?? [];
	expect(cookie).toMatch(
		/^understudy-[0-9a-f]{8}=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
	);
});

test("accepts only its own cookie, and only without a wrong bearer token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	await using other = await serveStage({ token: "another" });
	const pair = await getCookie(stage);
	const statusOf = async (headers: object, { url } = stage) =>
		(await sendRawRequest(url, { headers: { ...headers } })).status;
	expect(await statusOf({ cookie: `theme=dark; ${pair}` })).toBe(200);
	expect(await statusOf({ cookie: `${pair.slice(0, -1)}x` })).toBe(401);
	expect(await statusOf({ cookie: pair, ...bearer("wrong") })).toBe(401);
	expect(await statusOf({ cookie: pair }, other)).toBe(401);
});

const EVIL = { origin: "https://evil.example" };

test.each([
	["a wrong token", "wrong", {}, 401],
	["the beginning of the token", TOKEN.slice(0, 5), {}, 401],
	["the token from another page", TOKEN, EVIL, 403],
	["the token from a form", TOKEN, { "content-type": "text/plain" }, 415],
])("rejects a login with %s", async (_, token, headers, status) => {
	await using stage = await serveStage({ token: TOKEN });
	const rejected = await logIn(stage, token, headers);
	expect(rejected.status).toBe(status);
	expect(rejected.headers["set-cookie"]).toBeUndefined();
});

test("marks the cookie as Secure behind TLS", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const headers = { host: "mock.example", origin: "https://mock.example" };
	const response = await logIn(stage, TOKEN, headers);
	expect(response.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
});

test("shows the page without a token, and nothing else", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const statusOf = async (path: string) =>
		(await sendRawRequest(stage.url, { path })).status;
	expect(await statusOf("/__mock/")).toBe(200);
	expect(await statusOf("/__mock")).toBe(308);
	expect(await statusOf("/__mock/openapi.json")).toBe(401);
});
