import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../../src/faults/fault.ts";
import { OK, requestsOf } from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { serveWatched, watchedServers } from "./watched-servers.ts";

const SLOW_HEALTH: Fault = { operation: "getHealth", kind: "delay", ms: 30 };
const NEVER_MS = 3_600_000;

/** Every character that a header of a fault may contain. */
const EVERY_CHARACTER = String.fromCharCode(
	...Array.from({ length: 0x5f }, (_, index) => index + 0x20),
);

describe.each(Object.entries(watchedServers))("%s", async (_, open) => {
	const { mock, url, base } = await open();
	const { get } = requestsOf(base);

	test.each([
		{ kind: "delay", ms: 30 },
		{ kind: "timeout", ms: 30 },
		{ kind: "drip", bytesPerSecond: 1_000 },
		{ kind: "drip", bytesPerSecond: 1 },
		{ kind: "truncate", bytes: 10 },
		{ kind: "reset" },
	])("survives a client that disconnects during %j", async (fault) => {
		await mock.control.setFaults([zapsFault(fault)]);
		const disconnect = async (wait: number): Promise<void> => {
			await using socket = await openSocket(url);
			socket.send(get("/v1/zaps"));
			await sleep(wait);
			socket.reset();
		};
		await Promise.all([0, 5, 20, 40].map(disconnect));
		await sleep(40);
	});

	test("breaks only the connection of the request, after the responses to earlier ones", async () => {
		await mock.control.setFaults([zapsFault({ kind: "reset" })]);
		await using other = await openSocket(url);
		await using broken = await openSocket(url);
		for (const socket of [other, broken]) {
			socket.send(get("/v1/health"));
			await socket.responses();
		}
		broken.send(get("/v1/zaps"));
		expect((await broken.closed()).map(summarize)).toEqual([OK]);
		other.send(get("/v1/health"));
		expect((await other.responses(2)).map(summarize)).toEqual([OK, OK]);
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
		{ "x-all": EVERY_CHARACTER },
	])("sends the headers %j of a fault", async (headers) => {
		await mock.control.setFaults([
			zapsFault({ kind: "status", status: 429, headers }),
		]);
		await using socket = await openSocket(url);
		socket.send(get("/v1/zaps") + get("/v1/health"));
		const received = await socket.responses(2);
		expect(received.map(({ status }) => status)).toEqual([429, 200]);
		expect(received[0]?.headers.get("x-all")).toBe(headers["x-all"]?.trim());
	});
});

describe("serve", async () => {
	const { mock, url } = await serveWatched();
	const { control } = mock;
	const { get, post, postJson } = requestsOf("");

	test("sends exactly the truncated body after earlier pipelined responses", async () => {
		await mock.control.setFaults([
			SLOW_HEALTH,
			zapsFault({ kind: "truncate", bytes: 9 }),
		]);
		await using socket = await openSocket(url);
		let received = "";
		socket.socket.on("data", (text: string) => {
			received += text;
		});
		socket.send(get("/v1/health") + get("/v1/zaps"));
		await socket.closed();
		expect(received).toMatch(/\{"status":"ok"\}HTTP[^{]*\r\n\r\n\{"items":$/);
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
		await control.clearRequests();
		await control.setFaults([
			zapsFault({ kind: "delay", ms: NEVER_MS }),
			{ operation: "createZap", kind: "delay", ms: NEVER_MS },
		]);
		await using socket = await openSocket(url);
		for (const request of sent) socket.send(request);
		await sleep(50);
		socket.reset();
		while ((await control.countRequests()) < sent.length) await sleep(5);
		await control.clearFaults();
	});
});
