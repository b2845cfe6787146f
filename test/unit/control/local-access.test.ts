import { expect, test } from "vitest";
import { openSocket } from "../../support/raw-socket.ts";
import { testStage } from "../../support/test-stage.ts";
import { openControlServer } from "./open-control-server.ts";
import { MANY_HEADERS, sendRawRequest } from "./raw-request.ts";

const stage = await testStage();

test("rejects a request target with a host in it", async () => {
	for (const origin of ["http://evil.example", stage.url]) {
		const line = `GET ${origin}/__mock/sessions`;
		const rejected = await sendRawRequest(stage, line);
		expect(rejected.status).toBe(404);
		expect(rejected.text).not.toContain("openedAt");
	}
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
	const { port } = new URL(stage.url);
	for (const session of ["", "/__session/mine"]) {
		const line = `GET ${session}/__mock/state`;
		const host = `${name}:${port}`;
		const rejected = await sendRawRequest(stage, line, { host });
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
	const { status } = await sendRawRequest(stage, undefined, { host });
	expect(status).toBe(200);
});

test("explains a rejected host name, and how to fix it", async () => {
	const headers = { host: "mock.example" };
	expect((await sendRawRequest(stage, undefined, headers)).text).toContain(
		'"The Host header is mock.example, which does not name this machine, and without a token only this machine may use the control API. Use localhost or 127.0.0.1, or start the mock with --control-token and send the token as a bearer token."',
	);
});

test.each([
	"forwarded",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-proto",
	"x-real-ip",
	"via",
])("rejects requests through a proxy, which sends %s", async (name) => {
	const headers = { [name]: "127.0.0.1" };
	expect(await sendRawRequest(stage, undefined, headers)).toMatchObject({
		status: 403,
		text: expect.stringContaining(`has the header ${name}`),
	});
});

test("rejects requests through a proxy that adds its header after 2,000 others", async () => {
	const headers = { ...MANY_HEADERS, "x-forwarded-for": "127.0.0.1" };
	const { status } = await sendRawRequest(stage, undefined, headers);
	expect(status).toBe(403);
});

test("rejects HTTP/1.0, which may be all that shows a proxy", async () => {
	await using socket = await openSocket(stage.url);
	socket.send("GET /__mock/health HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n");
	expect((await socket.closed())[0]).toMatchObject({
		status: 403,
		body: expect.stringContaining("uses HTTP/1.0"),
	});
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
	await using opened = openControlServer();
	expect((await opened.send("/health", {}, address)).status).toBe(status);
});
