import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { postJson } from "../../support/post-json.ts";
import { startStub } from "../../support/stub-server.ts";
import { forwardTo, forwardWith, openMock } from "./open-mock.ts";

const ORIGIN = "http://zaps.test";
const HEALTHY = '{"status":"ok"}';

test("passes method, path, query, headers and body on, except what belongs to a connection or to the mock", async () => {
	let received: IncomingMessage | undefined;
	let body = Buffer.alloc(0);
	await using service = await startStub(async (req, res) => {
		received = req;
		body = await buffer(req);
		res.writeHead(307, [
			...["location", "/elsewhere", "set-cookie", "a=1", "set-cookie", "b=2"],
			...["mock-assumptions", "x", "access-control-allow-origin", "http://y"],
			...["vary", "Accept", "access-control-expose-headers", "X-Total"],
			...["x-echo", "Bearer topsecret"],
		]);
		res.end('{"token":"topsecret"}');
	});
	const headers = { Authorization: "Bearer topsecret", "X-Key": "topsecret" };
	await using mock = await openMock(
		{ url: `${service.url}/base/`, headers },
		{ allowOrigin: ["http://page"], controlToken: "sesame" },
	);
	const sent = request(`${mock.url}/__session/a/v1/zaps?x=%zz&x=`, {
		method: "POST",
		headers: {
			connection: "close, x-hop",
			"x-hop": "1",
			"x-key": "of the client",
			"mock-trace": "1",
			via: "1.1 proxy",
			authorization: "Bearer sesame",
			prefer: 'delay=1, note="a,b"',
			origin: "http://page",
			"content-encoding": "gzip",
		},
	});
	sent.end(gzipSync("{}"));
	const [response]: IncomingMessage[] = await once(sent, "response");
	response?.resume();
	expect(received?.method).toBe("POST");
	expect(received?.url).toBe("/base/v1/zaps?x=%zz&x=");
	expect(body).toEqual(gzipSync("{}"));
	expect(received?.headers).toEqual({
		host: new URL(service.url).host,
		connection: "keep-alive",
		prefer: 'note="a,b"',
		origin: "http://page",
		authorization: "Bearer topsecret",
		"x-key": "topsecret",
		"content-encoding": "gzip",
		"content-length": `${body.length}`,
		via: expect.stringMatching(/^1\.1 proxy, 1\.1 understudy-[0-9a-f]{16}$/),
	});
	expect(response?.statusCode).toBe(307);
	expect(response?.headers).toMatchObject({
		location: "/elsewhere",
		"set-cookie": ["a=1", "b=2"],
		"access-control-allow-origin": "http://page",
		"access-control-expose-headers": expect.stringMatching(/Mock.*, X-Total$/),
		vary: "Origin, Accept",
		"mock-forwarded": "createZap",
		"preference-applied": "delay=1",
	});
	expect(response?.headers).not.toHaveProperty("mock-assumptions");
	for (const shown of [mock.newest(), mock.control.forward()])
		expect(JSON.stringify(await shown)).not.toMatch(/topsecret|of the client/);
});

test.each([
	["gzip", gzipSync(HEALTHY), []],
	["gzip", gzipSync('{"status":"UP"}'), ["$.status"]],
	["identity", Buffer.from("no"), ["$"]],
])("checks a body with Content-Encoding %s", async (encoding, body, where) => {
	await using mock = await forwardTo((_, res) => {
		const type = "application/json";
		res.writeHead(200, { "content-type": type, "content-encoding": encoding });
		res.end(body);
	});
	await (await fetch(`${mock.url}/v1/health`)).text();
	const { violations = [] } = (await mock.newest()) ?? {};
	expect(violations.map((each) => each.where)).toEqual(where);
});

test("checks bodies that are nested 50,000 levels deep", async () => {
	const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
	await using mock = await forwardTo((req, res) => {
		req.resume();
		res.writeHead(201, { "content-type": "application/json" });
		res.end(`{"text":${deep}}`);
	});
	const { status } = await fetch(`${mock.url}/v1/zaps`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: `{"name":${deep}}`,
	});
	expect(status).toBe(201);
	expect((await mock.newest())?.violations).toMatchObject([
		{ expected: "is nested too deeply" },
		{ where: "status" },
	]);
});

test("does not check a compressed body that decodes to more than 1 MiB", async () => {
	await using mock = await forwardTo((_, res) => {
		const type = "application/json";
		res.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
		res.end(gzipSync(`"${"x".repeat(1024 * 1024)}"`));
	});
	await (await fetch(`${mock.url}/v1/health`)).text();
	expect(await mock.newest()).toMatchObject({
		violations: [],
		unchecked: expect.stringContaining("decodes to more than 1 MiB"),
	});
});

test("compares media types without regard to case, order, quotes and spaces", async () => {
	const text = await (
		await createMock().fetch(new Request(`${ORIGIN}/metrics`))
	).text();
	await using mock = await forwardWith({ strict: true }, (_, res) => {
		const type = 'Text/Plain ; charset="UTF-8";Version=0.0.4';
		res.writeHead(200, { "content-type": type }).end(text);
	});
	expect((await fetch(`${mock.url}/metrics`)).status).toBe(200);
});

test("finds what is wrong with a request that the service accepts, and rejects the exchange if it is strict", async () => {
	await using mock = await forwardWith({ strict: true }, (req, res) => {
		req.resume();
		res.writeHead(201, { "content-type": "application/json" }).end("{}");
	});
	const response = await fetch(`${mock.url}/v1/zaps`, postJson({ name: "" }));
	expect(response.headers.get("mock-violations")).toBe("2");
	expect(await response.json()).toMatchObject({
		status: 502,
		violations: [
			{ where: "request $.name", actual: '""', assumptions: ["zap.request"] },
			{ where: "status", actual: "201", assumptions: ["errors.invalid"] },
		],
	});
});

test("sends all requests on one connection, one after the other", async () => {
	const connections = new Set<unknown>();
	await using mock = await forwardTo(({ socket }, res) => {
		connections.add(socket);
		res.end();
	});
	for (const path of ["/v1/health", "/v1/zaps", "/v1/health"])
		await (await fetch(mock.url + path)).text();
	expect(connections.size).toBe(1);
});

test("detects that it forwards to itself", async () => {
	let mockUrl = "";
	await using mock = await forwardTo(async (req, res) => {
		const headers = { via: req.headers.via ?? "" };
		const { status, body } = await fetch(mockUrl + req.url, { headers });
		res.writeHead(status, { "content-type": "text/plain" });
		res.end(await new Response(body).text());
	});
	mockUrl = mock.url;
	const looped = await fetch(`${mock.url}/v1/health`);
	expect(looped.status).toBe(508);
	expect(await looped.text()).toContain("Loop Detected");
});

test.each([
	[{}, "url is required"],
	[{ url: "localhost:8080" }, "url must be an http or https URL"],
	[{ url: "http://a:b@c" }, "url must have no user name and no password"],
	[{ url: "http://a/%5F_mock" }, "url must not lead to the control API"],
	[{ url: ORIGIN, only: ["listZap"] }, 'Did you mean "listZaps"?'],
	[{ url: ORIGIN, only: [], except: [] }, "except is not allowed together"],
	[{ url: ORIGIN, headers: { Host: "x" } }, "headers/Host is not allowed"],
	[{ url: ORIGIN, timeoutMs: 0 }, "timeoutMs must be at least 1"],
])("rejects the settings %o", (forward, message) => {
	expect(() => createMock({ forward, loadForwarder })).toThrow(message);
});

test("keeps faults, scenarios, Prefer and rate limits for forwarded operations, and credentials for their origin", async () => {
	await using service = await startStub((_, res) => {
		res.writeHead(200, { "content-type": "application/json" }).end(HEALTHY);
	});
	await using mock = await openMock(undefined, { auth: "bearer" });
	const { control } = mock;
	const status = async (headers = {}) =>
		(await fetch(`${mock.url}/v1/zaps`, { headers })).status;
	const { url } = service;
	await control.setForward({ url, except: [], headers: { "X-Key": "k" } });
	const authorization = "Bearer a";
	expect(await status()).toBe(401);
	expect(await status({ authorization, prefer: "code=429" })).toBe(429);
	expect(await status({ authorization })).toBe(200);
	await control.setScenario("broken");
	expect(await status({ authorization })).toBe(500);
	await control.setForward({ only: ["getHealth"] });
	expect(await control.forward()).toMatchObject({
		url,
		operations: ["getHealth"],
		headers: { "x-key": "[redacted]" },
	});
	await control.setForward({ url: "http://elsewhere.test" });
	expect((await control.forward()).headers).toEqual({});
	await control.reset({ all: true });
	expect(await control.forward()).toMatchObject({ url: null, operations: [] });
});
