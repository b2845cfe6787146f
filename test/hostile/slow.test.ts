import { afterAll, afterEach, describe, expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import {
	HOST,
	head,
	JSON_TYPE,
	OK,
	refused,
	requestsOf,
} from "../support/raw-request.ts";
import { openSocket, summarize } from "../support/raw-socket.ts";
import { watchSurvival } from "../support/survival.ts";

const CHUNKED = "Transfer-Encoding: chunked";
const { get, post } = requestsOf("");

const survival = watchSurvival();
const served = await serve({
	mock: createMock({ onError: survival.onError }),
	port: 0,
	host: "127.0.0.1",
	timeouts: { head: 400, request: 800, idle: 400 },
	grace: 0,
});
afterEach(() => survival.check(served.url));
afterAll(async () => {
	await served.close();
	survival[Symbol.dispose]();
});

test.concurrent.each([
	["a whole request less time than a head gets by default", { request: 500 }],
	["a head less time than a whole request", { head: 400 }],
])("can give %s", async (_, timeouts) => {
	const { url, close } = await serve({
		mock: createMock({ onError: survival.onError }),
		port: 0,
		host: "127.0.0.1",
		timeouts,
		grace: 0,
	});
	try {
		await using socket = await openSocket(url);
		socket.send("GET /");
		const answers = await socket.closed();
		expect(answers.map(summarize)).toEqual([refused(408)]);
	} finally {
		await close();
	}
});

describe.concurrent("a client that goes silent", () => {
	test.each([
		["before its first byte", "", refused(408)],
		["after empty lines", "\r\n".repeat(50), refused(408)],
		["amid the first line", "GET /v1/hea", refused(408)],
		["after a first line of HTTP/0.9", "GET /v1/health\r\n", refused(408)],
		["amid the head", `GET /v1/health HTTP/1.1\r\n${HOST}\r\n`, refused(408)],
		[
			"before its body",
			post("", JSON_TYPE, "Content-Length: 12"),
			refused(408),
		],
		[
			"amid its body",
			post('{"na', JSON_TYPE, "Content-Length: 12"),
			refused(408),
		],
		["amid a chunk", post('c\r\n{"na', JSON_TYPE, CHUNKED), refused(408)],
		[
			"amid a body of over 1 MiB",
			post(" ".repeat(2_000_000), JSON_TYPE, "Content-Length: 3000000"),
			refused(408),
		],
		[
			"although it was told to go on",
			post("", JSON_TYPE, "Content-Length: 12", "Expect: 100-continue"),
			"100",
			refused(408),
		],
		["after its request", get("/v1/health"), OK],
		[
			"amid a body that nothing reads",
			get("/v1/health", "Content-Length: 12"),
			OK,
			refused(408),
		],
	])("is let go %s", async (_, request, ...expected) => {
		await using socket = await openSocket(served.url);
		socket.send(request);
		const answers = await socket.closed();
		expect(answers.map(summarize)).toEqual(expected);
	});
});

describe.concurrent("a client that never ends", () => {
	const chunk = `1000\r\n${" ".repeat(4_096)}\r\n`;
	test.each([
		["its first line, byte by byte", "GET /", "x", refused(408)],
		[
			"a header, byte by byte",
			`GET / HTTP/1.1\r\n${HOST}\r\nA: `,
			"x",
			refused(408),
		],
		[
			"its head, header by header",
			`GET / HTTP/1.1\r\n${HOST}\r\n`,
			"A: b\r\n",
			refused(408),
		],
		[
			"a declared body, byte by byte",
			post('{"name":"', JSON_TYPE, "Content-Length: 1000"),
			"x",
			refused(408),
		],
		[
			"a chunked body, chunk by chunk",
			post("", JSON_TYPE, CHUNKED),
			chunk,
			refused(408),
		],
		[
			"the extension of a chunk, byte by byte",
			post("1;", JSON_TYPE, CHUNKED),
			"x",
			refused(408),
		],
		[
			"trailers, line by line",
			post("0\r\n", JSON_TYPE, CHUNKED),
			"A: b\r\n",
			refused(408),
		],
		[
			"a body for a path that is unknown, chunk by chunk",
			head("POST /v1/nothing HTTP/1.1", HOST, CHUNKED),
			chunk,
			refused(408),
		],
	])("is let go amid %s", async (_, beginning, piece, ...expected) => {
		await using socket = await openSocket(served.url);
		socket.send(beginning);
		const sending = setInterval(() => socket.send(piece), 20);
		try {
			const answers = await socket.closed();
			expect(answers.map(summarize)).toEqual(expected);
		} finally {
			clearInterval(sending);
		}
	});
});
