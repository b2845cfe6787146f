import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createExpressMiddleware } from "../../../src/adapters/express/middleware.ts";
import { serve } from "../../../src/adapters/http/serve.ts";
import type { Fault } from "../../../src/faults/fault.ts";
import { createMock } from "../../../src/index.ts";
import { HOST, head, OK, requestsOf } from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { watchForErrors } from "../../support/watch-for-errors.ts";
import { zapsFault } from "../../support/zaps-fault.ts";

const { get, post, postJson } = requestsOf("");

const errorWatch = watchForErrors();
const mock = createMock({ onError: errorWatch.onError });
const served = await serve({ mock, port: 0, host: "127.0.0.1", grace: 0 });

const app = express();
app.use(createExpressMiddleware(mock, mock.handlers));
const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");

afterAll(async () => {
	server.closeAllConnections();
	await new Promise((closed) => server.close(closed));
	await served.close();
	errorWatch[Symbol.dispose]();
});

const SLOW_HEALTH: Fault = { operation: "getHealth", kind: "delay", ms: 30 };
const NEVER_MS = 3_600_000;

describe.each([
	["serve", served.url],
	["express", `http://127.0.0.1:${(server.address() as AddressInfo).port}`],
])("%s", (_, url) => {
	afterEach(async () => {
		await mock.control.clearFaults();
		await errorWatch.check(url);
	});

	test.each([
		{ kind: "delay", ms: 50 },
		{ kind: "timeout", ms: 50 },
		{ kind: "drip", bytesPerSecond: 1_000 },
		{ kind: "drip", bytesPerSecond: 1 },
		{ kind: "truncate", bytes: 10 },
		{ kind: "reset" },
	])("survives a client that disconnects during %j", async (fault) => {
		await mock.control.setFaults([zapsFault(fault)]);
		for (const wait of [0, 5, 20, 60]) {
			await using socket = await openSocket(url);
			socket.send(get("/v1/zaps"));
			await sleep(wait);
			socket.socket.resetAndDestroy();
		}
		await sleep(80);
	});

	test("breaks only the connection of the request", async () => {
		await mock.control.setFaults([zapsFault({ kind: "reset" })]);
		await using other = await openSocket(url);
		other.send(get("/v1/health"));
		await other.responses();
		await using broken = await openSocket(url);
		broken.send(get("/v1/zaps"));
		expect(await broken.closed()).toEqual([]);
		other.send(get("/v1/health"));
		expect((await other.responses(2)).map(summarize)).toEqual([OK, OK]);
	});

	test("responds to earlier requests on a connection that it then breaks", async () => {
		await mock.control.setFaults([zapsFault({ kind: "empty" })]);
		await using socket = await openSocket(url);
		socket.send(get("/v1/health"));
		await socket.responses();
		socket.send(get("/v1/zaps"));
		expect((await socket.closed()).map(summarize)).toEqual([OK]);
	});

	test.each([
		{ kind: "empty" },
		{ kind: "reset" },
		{ kind: "timeout", ms: 1 },
		{ kind: "truncate", bytes: 9 },
	])(
		"responds to earlier pipelined requests, then breaks the connection: %j",
		async (fault) => {
			await mock.control.setFaults([SLOW_HEALTH, zapsFault(fault)]);
			await using socket = await openSocket(url);
			socket.send(get("/v1/health") + get("/v1/zaps") + get("/v1/health"));
			expect((await socket.closed()).map(summarize)).toEqual([OK]);
		},
	);

	test("frames an injected response so that the next one on the connection is readable", async () => {
		const statuses = [200, 204, 599];
		await mock.control.setFaults(
			statuses.map((status) =>
				zapsFault({
					kind: "status",
					status,
					force: true,
					body: "é".repeat(99),
					times: 1,
				}),
			),
		);
		await using socket = await openSocket(url);
		for (const [index] of statuses.entries()) {
			socket.send(get("/v1/zaps"));
			await socket.responses(index + 1);
		}
		socket.send(get("/v1/health"));
		const received = await socket.responses(4);
		expect(received.map(({ status }) => status)).toEqual([...statuses, 200]);
		expect(JSON.parse(received[0]?.body ?? "")).toBe("é".repeat(99));
	});

	test.each([
		{ connection: "upgrade", upgrade: "websocket" },
		{ "keep-alive": "timeout=1" },
		{ te: "trailers", expect: "x", date: "x" },
	])("sends the headers %j of a fault", async (headers) => {
		await mock.control.setFaults([
			zapsFault({ kind: "status", status: 429, headers }),
		]);
		await using socket = await openSocket(url);
		socket.send(get("/v1/zaps") + get("/v1/health"));
		const received = await socket.responses(2);
		expect(received.map(({ status }) => status)).toEqual([429, 200]);
	});

	test("sends every character that a header of a fault may contain", async () => {
		const value = Array.from({ length: 0x5f }, (_, index) =>
			String.fromCharCode(index + 0x20),
		).join("");
		await mock.control.setFaults([
			zapsFault({
				kind: "status",
				status: 200,
				headers: { "x-all": value },
			}),
		]);
		await using socket = await openSocket(url);
		socket.send(get("/v1/zaps"));
		const [response] = await socket.responses();
		expect(response?.status).toBe(200);
		expect(response?.headers.get("x-all")).toBe(value.trim());
	});

	test.each([
		'Prefer: code=""',
		"Prefer: ,,;;==,",
		`Prefer: ${'"'.repeat(8_000)}`,
		`Prefer: ${"a,".repeat(4_000)}code=200`,
		`Prefer: delay=${"9".repeat(1_000)}`,
		"Prefer: scenario=__proto__",
		"Mock-Session: __proto__",
		"Mock-Session: constructor",
		`Mock-Session: ${"x".repeat(8_000)}`,
		"Mock-Session: \xff\xfe",
	])("survives the header %.40s", async (line) => {
		await using socket = await openSocket(url);
		socket.send(head("GET /v1/health HTTP/1.1", HOST, line));
		const [response] = await socket.responses();
		expect([200, 400]).toContain(response?.status);
	});

	test("survives invalid session paths", async () => {
		for (const path of [
			"/__session",
			"/__session/",
			"/__session//",
			"/__session/../v1/health",
			"/__session/%2e%2e/v1/health",
			"/__session/a/__session/b/v1/health",
			`/__session/${"x".repeat(8_000)}/v1/health`,
		]) {
			await using socket = await openSocket(url);
			socket.send(get(path));
			const [response] = await socket.responses();
			expect([200, 400, 404]).toContain(response?.status);
		}
	});
});

test("sends exactly the truncated body after earlier pipelined responses", async () => {
	await mock.control.setFaults([
		SLOW_HEALTH,
		zapsFault({ kind: "truncate", bytes: 9 }),
	]);
	await using socket = await openSocket(served.url);
	let received = "";
	socket.socket.on("data", (text: string) => {
		received += text;
	});
	socket.send(get("/v1/health") + get("/v1/zaps"));
	await socket.closed();
	expect(received).toMatch(/\{"status":"ok"\}HTTP[^{]*\r\n\r\n\{"items":$/);
	await mock.control.clearFaults();
});

test.each([
	[
		"during its body",
		[post('{"na', "Content-Type: application/json", "Content-Length: 100")],
	],
	[
		"before the responses to its requests",
		[get("/v1/zaps"), postJson('{"name":"A"}')],
	],
])("stops waiting for a client that disconnects %s", async (_, sent) => {
	const { control } = mock;
	await control.clearRequests();
	await control.setFaults([
		zapsFault({ kind: "delay", ms: NEVER_MS }),
		{ operation: "createZap", kind: "delay", ms: NEVER_MS },
	]);
	await using socket = await openSocket(served.url);
	for (const request of sent) socket.send(request);
	await sleep(50);
	socket.socket.resetAndDestroy();
	while ((await control.countRequests()) < sent.length) await sleep(5);
	await control.clearFaults();
});
