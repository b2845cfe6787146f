import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";
import { sendRawRequest } from "./raw-request.ts";
import { bearer, TOKEN } from "./token.ts";

/** Requests and preflights, each with its status for the mock's own page. */
const REQUESTS = [
	["GET /__mock/requests", 200],
	["GET /__session/mine/__mock/requests", 200],
	["GET /api/__mock/state", 200],
	["GET /api/__session/mine/__mock/state", 200],
	["OPTIONS /__mock/", 405],
	["OPTIONS /__mock/nothing", 404],
	["OPTIONS /__session/x/__mock/state", 405],
	["OPTIONS /api/__mock/state", 405],
	["OPTIONS /api/__session/mine/__mock/state", 405],
	["POST /__session/default/__mock/reset", 204],
	["POST /__mock/reset", 204],
] as const;

test.each([
	["no token", undefined, {}],
	["the token", TOKEN, bearer(TOKEN)],
])("with %s, only its own page has access", async (_, token, proof) => {
	const basePath = "/api";
	await using stage = await serveStage({ basePath, ...(token && { token }) });
	const send = (line: string, page: object) =>
		sendRawRequest(stage, line, {
			...page,
			...proof,
			"access-control-request-method": "PUT",
			"access-control-request-headers": "content-type, authorization",
		});
	await stage.control.addRecord("zaps", { name: "Mine" });
	const others = [
		{ origin: "https://evil.example" },
		{ origin: "null" },
		{ origin: "http://127.0.0.1:1" },
		{ origin: `${stage.url}.evil.example` },
		{ origin: "http://" },
		{ "sec-fetch-site": "cross-site" },
		{ "sec-fetch-site": "same-site" },
	];
	const reason = "only the mock's own page may use the control API";
	const text = expect.stringContaining(reason);
	const forbidden = { status: 403, cors: [], text };
	for (const page of others)
		for (const [line] of REQUESTS)
			expect(
				await send(line, page),
				`${line} ${JSON.stringify(page)}`,
			).toMatchObject(forbidden);
	const { zaps } = await stage.control.state();
	expect(zaps?.[0]).toMatchObject({ name: "Mine" });
	const own = { origin: stage.url, "sec-fetch-site": "same-origin" };
	for (const [line, status] of REQUESTS)
		expect(await send(line, own), line).toMatchObject({ status, cors: [] });
});

test.each([
	["text/plain", '{"dataset":"empty"}'],
	["application/x-www-form-urlencoded", "dataset=empty"],
	["application/x-www-form-urlencoded", ""],
	["multipart/form-data; boundary=x", "--x--"],
])("rejects forms of the type %s on all routes", async (type, body) => {
	await using stage = await serveStage();
	await stage.createZap("Mine");
	const statusOf = async (path: string, page = {}) => {
		const headers = { "content-type": type, ...page };
		const line = `POST /__mock${path}`;
		return (await sendRawRequest(stage, line, headers, body)).status;
	};
	expect(await statusOf("/reset")).toBe(415);
	expect(await statusOf("/reset", { origin: "https://a.example" })).toBe(403);
	expect(await statusOf("/snapshots")).toBe(415);
	const { zaps } = await stage.control.state();
	expect(zaps?.[0]).toMatchObject({ name: "Mine" });
	expect(await stage.control.snapshots()).toEqual([]);
});
