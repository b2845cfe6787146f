import { expect, test } from "vitest";
import { testStage } from "../../support/test-stage.ts";
import { sendRawRequest } from "./raw-request.ts";
import { bearer, TOKEN } from "./token.ts";

const stage = await testStage({ token: TOKEN });

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
])("responds with 401 if the token is %s", async (_, headers) => {
	for (const line of [
		"GET /__mock/state",
		"OPTIONS /__mock/state",
		"GET /__session/mine/__mock/state",
		"GET /__mock/nothing",
		"GET /__mock/events",
	]) {
		const rejected = await sendRawRequest(stage, line, headers);
		expect(rejected, line).toMatchObject({
			status: 401,
			cors: [],
			headers: { "www-authenticate": 'Bearer realm="understudy"' },
			text: expect.stringContaining("--control-token"),
		});
		expect(rejected.text).not.toContain(TOKEN);
	}
});

test.each([
	[{}],
	[{ host: "mock.example" }],
	[{ "x-forwarded-for": "203.0.113.7" }],
	[{ authorization: `bearer ${TOKEN}` }],
])("accepts the token with the headers %j", async (headers) => {
	const sent = { ...bearer(TOKEN), ...headers };
	expect((await sendRawRequest(stage, undefined, sent)).status).toBe(200);
});

test.each(["cross-site", "same-site"])(
	"does not show the page to a browser that comes from another page (%s)",
	async (site) => {
		const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate" };
		for (const path of ["/__mock", "/__mock/"])
			expect(await sendRawRequest(stage, `GET ${path}`, headers)).toMatchObject(
				{ status: 403, text: expect.stringContaining("Type the address") },
			);
	},
);

test.each([
	["/", {}, 200],
	["", {}, 308],
	["/health", {}, 200],
	["/health", bearer("wrong"), 401],
	["/openapi.json", {}, 401],
])(
	"shows only the page and the health to all: %s, %j, %i",
	async (path, headers, status) => {
		const response = await sendRawRequest(stage, `GET /__mock${path}`, headers);
		expect(response.status).toBe(status);
	},
);
