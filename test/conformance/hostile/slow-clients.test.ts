import { describe, expect, test } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import {
	CHUNKED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	parserError,
	requestsOf,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { serveWatched } from "./serve-watched.ts";

const { get, post } = requestsOf("");

const { mock, url } = await serveWatched({
	timeouts: { head: 400, request: 800, idle: 400 },
});

test.concurrent.each([
	["the request, shorter than the default for the head", { request: 500 }],
	["the head, shorter than for the request", { head: 400 }],
])("supports a timeout for %s", async (_, timeouts) => {
	const { url, close } = await serve({
		mock,
		port: 0,
		host: "127.0.0.1",
		timeouts,
		grace: 0,
	});
	try {
		expect(await sendUntilClosed(url, "GET /")).toEqual([parserError(408)]);
	} finally {
		await close();
	}
});

describe.concurrent("a client that stops sending", () => {
	test.each([
		["before its first byte", "", parserError(408)],
		["after empty lines", "\r\n".repeat(50), parserError(408)],
		["during the first line", "GET /v1/hea", parserError(408)],
		["after a first line of HTTP/0.9", "GET /v1/health\r\n", parserError(408)],
		[
			"during the head",
			`GET /v1/health HTTP/1.1\r\n${HOST}\r\n`,
			parserError(408),
		],
		[
			"before its body",
			post("", JSON_TYPE, "Content-Length: 12"),
			parserError(408),
		],
		[
			"during its body",
			post('{"na', JSON_TYPE, "Content-Length: 12"),
			parserError(408),
		],
		["during a chunk", post('c\r\n{"na', JSON_TYPE, CHUNKED), parserError(408)],
		[
			"during a body over 1 MiB",
			post(" ".repeat(2_000_000), JSON_TYPE, "Content-Length: 3000000"),
			parserError(408),
		],
		[
			"after 100 Continue",
			post("", JSON_TYPE, "Content-Length: 12", "Expect: 100-continue"),
			"100",
			parserError(408),
		],
		["after its request", get("/v1/health"), OK],
		[
			"during an unread body",
			get("/v1/health", "Content-Length: 12"),
			OK,
			parserError(408),
		],
	])("is disconnected %s", async (_, request, ...expected) => {
		expect(await sendUntilClosed(url, request)).toEqual(expected);
	});
});

describe.concurrent("a client that never stops sending", () => {
	const chunk = `1000\r\n${" ".repeat(4_096)}\r\n`;
	test.each([
		["its first line, byte by byte", "GET /", "x", parserError(408)],
		[
			"a header, byte by byte",
			`GET / HTTP/1.1\r\n${HOST}\r\nA: `,
			"x",
			parserError(408),
		],
		[
			"its head, header by header",
			`GET / HTTP/1.1\r\n${HOST}\r\n`,
			"A: b\r\n",
			parserError(408),
		],
		[
			"a declared body, byte by byte",
			post('{"name":"', JSON_TYPE, "Content-Length: 1000"),
			"x",
			parserError(408),
		],
		[
			"a chunked body, chunk by chunk",
			post("", JSON_TYPE, CHUNKED),
			chunk,
			parserError(408),
		],
		[
			"the extension of a chunk, byte by byte",
			post("1;", JSON_TYPE, CHUNKED),
			"x",
			parserError(408),
		],
		[
			"trailers, line by line",
			post("0\r\n", JSON_TYPE, CHUNKED),
			"A: b\r\n",
			parserError(408),
		],
		[
			"a body for an unknown path, chunk by chunk",
			head("POST /v1/nothing HTTP/1.1", HOST, CHUNKED),
			chunk,
			parserError(408),
		],
	])("is disconnected during %s", async (_, beginning, piece, ...expected) => {
		await using socket = await openSocket(url);
		socket.send(beginning);
		const sending = setInterval(() => socket.send(piece), 20);
		try {
			const responses = await socket.closed();
			expect(responses.map(summarize)).toEqual(expected);
		} finally {
			clearInterval(sending);
		}
	});
});
