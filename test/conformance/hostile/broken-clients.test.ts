import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { countRuns } from "../../support/exhaustive.ts";
import {
	CHUNKED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	problem,
	rejected,
	requestsOf,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { watchedServers } from "./watched-servers.ts";

const MEBIBYTE = 2 ** 20;
const TOO_LARGE = [rejected(413)];
const INCOMPLETE = "Content-Length: 100";

const createZapJson = (bytes: number): string =>
	`{"name":"x","a":"${"a".repeat(bytes - '{"name":"x","a":""}'.length)}"}`;
const createChunk = (bytes: string): string =>
	`${bytes.length.toString(16)}\r\n${bytes}\r\n`;

describe.each(Object.entries(watchedServers))("%s", async (name, open) => {
	const { url, base } = await open();
	/** An app of a user has Node's own responses, without a body. */
	const malformed = name === "express" ? "400 closing" : rejected(400);
	const { get, post, postJson } = requestsOf(base);
	const postChunk = (bytes: string): string =>
		post(`${createChunk(bytes)}0\r\n\r\n`, JSON_TYPE, CHUNKED);
	const EXCESS = " ".repeat(MEBIBYTE + 1);

	test.each([
		["a declared body over 1 MiB", postJson(EXCESS)],
		["a chunked body over 1 MiB", postChunk(EXCESS)],
		["8 MiB", postJson(" ".repeat(8 * MEBIBYTE)) + get("/v1/health")],
		[
			"a body over 1 MiB without a type",
			post(EXCESS, `Content-Length: ${EXCESS.length}`),
		],
	])("responds to %s with 413, then closes", async (_, request) => {
		expect(await sendUntilClosed(url, request)).toEqual(TOO_LARGE);
	});

	test("responds to a body over 1 MiB before it arrives, and reads only a part of the rest", async () => {
		await using socket = await openSocket(url);
		const closed = new Promise((resolve) => socket.socket.on("close", resolve));
		socket.send(post("", JSON_TYPE, "Content-Length: 300000000"));
		expect((await socket.responses()).map(summarize)).toEqual(TOO_LARGE);
		while (socket.socket.writable)
			await new Promise((sent) => socket.socket.write(EXCESS, sent));
		await closed;
		// The server reads 4 MiB; the buffers of the sockets have the rest.
		expect(socket.socket.bytesWritten).toBeLessThan(16 * MEBIBYTE);
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
		expect((await socket.closed()).map(summarize)).toEqual(TOO_LARGE);
	});

	test.each([
		["declared body", post('{"na', JSON_TYPE, INCOMPLETE)],
		["chunked body", post('5\r\n{"na', JSON_TYPE, CHUNKED)],
		["head of a request", "POST /v1/zaps HTTP/1.1\r\nHost: loc"],
	])("rejects a %s that the client ends early", async (_, request) => {
		await using socket = await openSocket(url);
		socket.send(request);
		socket.socket.end();
		const responses = await socket.closed();
		expect(responses.map(summarize)).toEqual([malformed]);
	});

	test("survives clients that disconnect during a request, or before its response", async () => {
		const declared = post('{"na', JSON_TYPE, INCOMPLETE);
		const length = `Content-Length: ${3 * MEBIBYTE}`;
		const requests = [
			"GET /v1/health HT",
			post('5\r\n{"na', JSON_TYPE, CHUNKED),
			post(" ".repeat(2 * MEBIBYTE), JSON_TYPE, length),
			get("/v1/health", INCOMPLETE),
			get("/v1/zaps?limit=100"),
			head("CONNECT a:443 HTTP/1.1", HOST),
			head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, INCOMPLETE),
			head("POST /echo HTTP/1.1", HOST, JSON_TYPE, INCOMPLETE),
			head("POST /nothing HTTP/1.1", HOST, INCOMPLETE),
			...Array.from({ length: 50 }, () => declared),
		];
		const clients = await Promise.all(
			requests.map(async (request) => {
				const client = await openSocket(url);
				await new Promise((sent) =>
					client.socket.write(request, "latin1", sent),
				);
				return client;
			}),
		);
		await sleep(10);
		for (const client of clients) client.reset();
	});

	test("survives a client that disconnects during a response of many MiB", async () => {
		await using socket = await openSocket(url);
		socket.send(postJson(createZapJson(MEBIBYTE)).repeat(12));
		expect(await socket.responses(12)).toHaveLength(12);
		socket.send(get("/v1/zaps?limit=100"));
		await once(socket.socket, "data");
		socket.socket.pause();
		await sleep(10);
		socket.reset();
		expect(await socket.closed()).toHaveLength(12);
	});

	test("responds to many pipelined requests in order", async () => {
		const count = countRuns(500);
		await using socket = await openSocket(url);
		socket.send((get("/v1/health") + get("/v1/zaps?limit=0")).repeat(count));
		const responses = await socket.responses(2 * count);
		expect(responses.map(summarize)).toEqual(
			Array.from({ length: count }, () => [OK, problem(400)]).flat(),
		);
	});
});
