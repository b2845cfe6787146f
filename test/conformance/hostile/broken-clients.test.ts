import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
	CHUNKED,
	CREATED,
	JSON_TYPE,
	OK,
	parserError,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { serveWatched } from "./serve-watched.ts";

const MEBIBYTE = 2 ** 20;
const TOO_LARGE = `${problem(413)} closing`;
const { get, post, postJson } = requestsOf("");

const { url } = await serveWatched();

const createZapJson = (bytes: number): string =>
	`{"name":"x","a":"${"a".repeat(bytes - '{"name":"x","a":""}'.length)}"}`;
const createChunk = (bytes: string): string =>
	`${bytes.length.toString(16)}\r\n${bytes}\r\n`;

test.each([
	["1 MiB and one byte", 1],
	["8 MiB", 7 * MEBIBYTE],
])(
	"responds to a declared body of %s with 413, then closes",
	async (_, excess) => {
		const body = " ".repeat(MEBIBYTE + excess);
		expect(
			await sendUntilClosed(url, postJson(body) + get("/v1/health")),
		).toEqual([TOO_LARGE]);
	},
);

test("responds to a chunked body one byte over 1 MiB with 413, then closes", async () => {
	const body = `${createChunk(" ".repeat(MEBIBYTE))}${createChunk(" ")}0\r\n\r\n`;
	expect(await sendUntilClosed(url, post(body, JSON_TYPE, CHUNKED))).toEqual([
		TOO_LARGE,
	]);
});

test("sends the 413 to a client that reads only after sending everything", async () => {
	await using socket = await openSocket(url);
	socket.socket.pause();
	socket.send(post("", JSON_TYPE, CHUNKED));
	for (let sent = 0; sent < 3 * MEBIBYTE; sent += MEBIBYTE / 8) {
		socket.send(createChunk(" ".repeat(MEBIBYTE / 8)));
		await sleep(2);
	}
	socket.send("0\r\n\r\n");
	socket.socket.resume();
	const responses = await socket.closed();
	expect(responses.map(summarize)).toEqual([TOO_LARGE]);
});

test("prefers 413 over 415", async () => {
	const body = " ".repeat(MEBIBYTE + 1);
	const request = post(body, `Content-Length: ${body.length}`);
	expect(await sendUntilClosed(url, request)).toEqual([TOO_LARGE]);
});

test.each([
	["declared", postJson(createZapJson(MEBIBYTE))],
	[
		"chunked",
		post(
			`${createChunk(createZapJson(MEBIBYTE))}0\r\n\r\n`,
			JSON_TYPE,
			CHUNKED,
		),
	],
])("accepts a %s body of 1 MiB", async (_, request) => {
	await using socket = await openSocket(url);
	socket.send(request);
	const responses = await socket.responses();
	expect(responses.map(summarize)).toEqual([CREATED]);
});

test.each([
	["declared body", post('{"na', JSON_TYPE, "Content-Length: 100")],
	["chunked body", post('5\r\n{"na', JSON_TYPE, CHUNKED)],
	["head of a request", "POST /v1/zaps HTTP/1.1\r\nHost: loc"],
])("rejects a %s that the client ends early", async (_, request) => {
	await using socket = await openSocket(url);
	socket.send(request);
	socket.socket.end();
	const responses = await socket.closed();
	expect(responses.map(summarize)).toEqual([parserError(400)]);
});

test.each([
	["a head", "GET /v1/health HT"],
	["a declared body", post('{"na', JSON_TYPE, "Content-Length: 100")],
	["a chunked body", post('5\r\n{"na', JSON_TYPE, CHUNKED)],
	[
		"a body of over 1 MiB",
		post(
			" ".repeat(2 * MEBIBYTE),
			JSON_TYPE,
			`Content-Length: ${3 * MEBIBYTE}`,
		),
	],
	["a body that nothing reads", get("/v1/health", "Content-Length: 100")],
	["the wait for a response", get("/v1/zaps?limit=100")],
])("survives a client that disconnects during %s", async (_, request) => {
	await using socket = await openSocket(url);
	await new Promise((sent) => socket.socket.write(request, "latin1", sent));
	await sleep(10);
	socket.socket.resetAndDestroy();
});

test("survives fifty clients that disconnect at once", async () => {
	const clients = await Promise.all(
		Array.from({ length: 50 }, () => openSocket(url)),
	);
	for (const client of clients)
		client.send(post('{"na', JSON_TYPE, "Content-Length: 100"));
	await sleep(10);
	for (const client of clients) client.socket.destroy();
});

test("survives a client that disconnects during a response of many MiB", async () => {
	await using socket = await openSocket(url);
	socket.send(postJson(createZapJson(MEBIBYTE)).repeat(12));
	expect(await socket.responses(12)).toHaveLength(12);
	socket.send(get("/v1/zaps?limit=100"));
	await once(socket.socket, "data");
	socket.socket.pause();
	await sleep(10);
	socket.socket.resetAndDestroy();
	expect(await socket.closed()).toHaveLength(12);
});

test("responds to a thousand pipelined requests in order", async () => {
	await using socket = await openSocket(url);
	socket.send(
		Array.from(
			{ length: 500 },
			() => get("/v1/health") + get("/v1/nothing"),
		).join(""),
	);
	const responses = await socket.responses(1_000);
	expect(responses.map(summarize)).toEqual(
		Array.from({ length: 500 }, () => [OK, problem(404)]).flat(),
	);
});

test("rejects garbage after a valid request", async () => {
	await using socket = await openSocket(url);
	socket.send(get("/v1/health"));
	await socket.responses();
	socket.send("\x00\x01garbage\r\n\r\n");
	const responses = await socket.closed();
	expect(responses.map(summarize)).toEqual([OK, parserError(400)]);
});
