import { expect, test } from "vitest";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import {
	corsHeadersOf,
	detailOf,
	type RawResponse,
	sendRawRequest,
} from "./raw-request.ts";

const TOKEN = "correct-horse-battery-staple";
const JSON_TYPE = { "content-type": "application/json" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const logIn = (
	{ url }: ServedStage,
	token: string,
	headers: Record<string, string> = {},
): Promise<RawResponse> =>
	sendRawRequest(url, {
		method: "POST",
		path: "/__mock/login",
		headers: { ...JSON_TYPE, ...headers },
		body: JSON.stringify({ token }),
	});

async function cookieOf(stage: ServedStage): Promise<string> {
	const [cookie = ""] = (await logIn(stage, TOKEN)).headers["set-cookie"] ?? [];
	return cookie;
}

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
		for (const path of [
			"/__mock/state",
			"/__session/mine/__mock/state",
			"/__mock/nothing",
			"/__mock/events",
		]) {
			const rejected = await sendRawRequest(stage.url, { path, headers });
			expect(rejected.status).toBe(401);
			expect(rejected.headers["www-authenticate"]).toBe(
				'Bearer realm="understudy"',
			);
			expect(detailOf(rejected)).toContain("--control-token");
			expect(rejected.text).not.toContain(TOKEN);
		}
	},
);

test("accepts the token with any host name and through a proxy", async () => {
	await using stage = await serveStage({ token: TOKEN });
	for (const headers of [
		{},
		{ host: "mock.example" },
		{ "x-forwarded-for": "203.0.113.7" },
		{ authorization: `bearer ${TOKEN}` },
	]) {
		const sent = { ...bearer(TOKEN), ...headers };
		expect((await sendRawRequest(stage.url, { headers: sent })).status).toBe(
			200,
		);
	}
	expect((await stage.control.scenarios()).active).toBe("normal");
});

test("allows no page in the response to a preflight, even with the token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	for (const [headers, status] of [
		[{}, 401],
		[bearer(TOKEN), 403],
	] as const) {
		const response = await sendRawRequest(stage.url, {
			method: "OPTIONS",
			path: "/__mock/state",
			headers: {
				...headers,
				origin: "https://evil.example",
				"access-control-request-method": "PUT",
				"access-control-request-headers": "authorization",
			},
		});
		expect(response.status).toBe(status);
		expect(corsHeadersOf(response)).toEqual([]);
	}
});

test("sets a cookie that scripts cannot read, that other sites do not send, and that is not the token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const cookie = await cookieOf(stage);
	expect(cookie).toMatch(
		/^understudy-[0-9a-f]{8}=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
	);
	const [pair = ""] = cookie.split(";");
	const headers = { cookie: `theme=dark; ${pair}` };
	expect((await sendRawRequest(stage.url, { headers })).status).toBe(200);
	const forged = { cookie: `${pair.slice(0, -1)}x` };
	expect((await sendRawRequest(stage.url, { headers: forged })).status).toBe(
		401,
	);
});

test.each([
	[
		"a cookie",
		async (stage: ServedStage) => {
			const [cookie = ""] = (await cookieOf(stage)).split(";");
			return { cookie };
		},
	],
	["the token", async () => bearer(TOKEN)],
] as const)(
	"rejects requests of other pages, even with %s",
	async (_, prove) => {
		await using stage = await serveStage({ token: TOKEN });
		const proof = await prove(stage);
		await stage.createZap("Mine");
		for (const headers of [
			{ origin: "https://evil.example" },
			{ origin: "null" },
			{ origin: "http://127.0.0.1:1" },
			{ origin: `${stage.url}.evil.example` },
			{ "sec-fetch-site": "same-site" },
			{ "sec-fetch-site": "cross-site" },
		]) {
			const rejected = await sendRawRequest(stage.url, {
				method: "POST",
				path: "/__session/default/__mock/reset",
				headers: { ...headers, ...proof },
			});
			expect(rejected.status).toBe(403);
			expect(detailOf(rejected)).toContain(
				"only the mock's own page may use the control API",
			);
			expect(corsHeadersOf(rejected)).toEqual([]);
		}
		expect((await stage.control.state()).zaps).toMatchObject({
			0: { name: "Mine" },
		});
		const own = { ...proof, origin: stage.url };
		expect((await sendRawRequest(stage.url, { headers: own })).status).toBe(
			200,
		);
	},
);

test("rejects a wrong bearer token, even with a valid cookie", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const [cookie = ""] = (await cookieOf(stage)).split(";");
	const headers = { cookie, ...bearer("wrong") };
	expect((await sendRawRequest(stage.url, { headers })).status).toBe(401);
});

test("rejects the cookie of a mock with another token", async () => {
	await using stage = await serveStage({ token: TOKEN });
	await using other = await serveStage({ token: "another" });
	const [cookie = ""] = (await cookieOf(stage)).split(";");
	const headers = { cookie };
	expect((await sendRawRequest(other.url, { headers })).status).toBe(401);
});

test.each([
	["a wrong token", "wrong", {}, 401],
	["the beginning of the token", TOKEN.slice(0, 5), {}, 401],
	[
		"the token from another page",
		TOKEN,
		{ origin: "https://evil.example" },
		403,
	],
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
	const { "set-cookie": cookies } = (await logIn(stage, TOKEN, headers))
		.headers;
	expect(cookies?.[0]).toMatch(/; Secure$/);
});

test("shows the page without a token, and nothing else", async () => {
	await using stage = await serveStage({ token: TOKEN });
	const statusOf = async (path: string) =>
		(await sendRawRequest(stage.url, { path })).status;
	expect(await statusOf("/__mock/")).toBe(200);
	expect(await statusOf("/__mock")).toBe(308);
	expect(await statusOf("/__mock/openapi.json")).toBe(401);
});
