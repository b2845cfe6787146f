import { describe, expect, test } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import {
	CHUNKED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	rejected,
	requestsOf,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { serveStage } from "../../support/serve-stage.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { serveWatched } from "./watched-servers.ts";

const { get, post } = requestsOf("");

const { mock, url } = await serveWatched({
	timeouts: { head: 300, request: 600, idle: 300 },
});
const timedOut = rejected(408);
const chunk = `1000\r\n${" ".repeat(4_096)}\r\n`;
const startOfHead = head("GET / HTTP/1.1", HOST).slice(0, -2);
const declared = "Content-Length: 1000";

describe.concurrent("a slow client", () => {
	test.each([
		["the request, shorter than the default for the head", { request: 500 }],
		["the head, shorter than for the request", { head: 300 }],
	])("can have a timeout for %s", async (_, timeouts) => {
		const { url, close } = await serve({
			mock,
			port: 0,
			host: "127.0.0.1",
			timeouts,
			grace: 0,
		});
		try {
			expect(await sendUntilClosed(url, "GET /")).toEqual([timedOut]);
		} finally {
			await close();
		}
	});

	test("is disconnected soon after a 413, whatever the timeouts are", async () => {
		await using stage = await serveStage();
		await using socket = await openSocket(stage.url);
		const closed = new Promise((resolve) => socket.socket.on("close", resolve));
		socket.send(post("", JSON_TYPE, "Content-Length: 300000000"));
		const sending = setInterval(() => socket.send("x"), 20);
		await closed;
		clearInterval(sending);
		expect((await socket.closed()).map(summarize)).toEqual([rejected(413)]);
	});

	test("is disconnected when it stops sending", async () => {
		const clients: readonly HostileRequest[] = [
			// Browsers connect ahead of their requests.
			["before its first byte", ""],
			["after empty lines", "\r\n".repeat(50), timedOut],
			["during the first line", "GET /v1/hea", timedOut],
			["after a first line of HTTP/0.9", "GET /v1/health\r\n", timedOut],
			["during the head", startOfHead, timedOut],
			["before its body", post("", JSON_TYPE, declared), timedOut],
			["during its body", post('{"na', JSON_TYPE, declared), timedOut],
			["during a chunk", post('c\r\n{"na', JSON_TYPE, CHUNKED), timedOut],
			[
				"during a body over 1 MiB",
				post(" ".repeat(2_000_000), JSON_TYPE, "Content-Length: 3000000"),
				rejected(413),
			],
			[
				"after 100 Continue",
				post("", JSON_TYPE, declared, "Expect: 100-continue"),
				"100",
				timedOut,
			],
			["after its request", get("/v1/health"), OK],
			["during an unread body", get("/v1/health", declared), OK, timedOut],
		];
		const received = clients.map(async ([name, bytes]) => [
			name,
			...(await sendUntilClosed(url, bytes)),
		]);
		expect(await Promise.all(received)).toEqual(
			clients.map(([name, _, ...responses]) => [name, ...responses]),
		);
	});

	test("is disconnected when it never stops sending", async () => {
		const clients = [
			["a first line", "GET /", "x"],
			["a header", `${startOfHead}A: `, "x"],
			["a head", startOfHead, "A: b\r\n"],
			["a declared body", post('{"name":"', JSON_TYPE, declared), "x"],
			["a chunked body", post("", JSON_TYPE, CHUNKED), chunk],
			["the extension of a chunk", post("1;", JSON_TYPE, CHUNKED), "x"],
			["trailers", post("0\r\n", JSON_TYPE, CHUNKED), "A: b\r\n"],
			[
				"a body for an unknown path",
				head("POST /v1/nothing HTTP/1.1", HOST, CHUNKED),
				chunk,
			],
		] as const;
		const received = clients.map(async ([name, beginning, piece]) => {
			await using socket = await openSocket(url);
			socket.send(beginning);
			const sending = setInterval(() => socket.send(piece), 20);
			try {
				return [name, ...(await socket.closed()).map(summarize)];
			} finally {
				clearInterval(sending);
			}
		});
		expect(await Promise.all(received)).toEqual(
			clients.map(([name]) => [name, timedOut]),
		);
	});
});
