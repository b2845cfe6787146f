import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import {
	CREATED,
	JSON_TYPE,
	OK,
	problem,
	refused,
	requestsOf,
} from "../support/raw-request.ts";
import { openSocket, summarize } from "../support/raw-socket.ts";
import { watchSurvival } from "../support/survival.ts";

const MEBIBYTE = 2 ** 20;
const CHUNKED = "Transfer-Encoding: chunked";
const { get, post, postJson } = requestsOf("");

const survival = watchSurvival();
const served = await serve({
	mock: createMock({ onError: survival.onError }),
	port: 0,
	host: "127.0.0.1",
	grace: 0,
});
afterEach(() => survival.check(served.url));
afterAll(async () => {
	await served.close();
	survival[Symbol.dispose]();
});

const zapOf = (bytes: number): string =>
	`{"name":"x","a":"${"a".repeat(bytes - '{"name":"x","a":""}'.length)}"}`;
const chunk = (bytes: string): string =>
	`${bytes.length.toString(16)}\r\n${bytes}\r\n`;

test.each([
	["one byte over 1 MiB", 1],
	["8 MiB", 7 * MEBIBYTE],
])("answers a declared body of %s with 413, then closes", async (_, excess) => {
	const body = " ".repeat(MEBIBYTE + excess);
	await using socket = await openSocket(served.url);
	socket.send(postJson(body));
	socket.send(get("/v1/health"));
	const answers = await socket.closed();
	expect(answers.map(summarize)).toEqual([`${problem(413)} closing`]);
});

test("answers a chunked body of one byte over 1 MiB with 413, then closes", async () => {
	await using socket = await openSocket(served.url);
	socket.send(post(chunk(" ".repeat(MEBIBYTE)), JSON_TYPE, CHUNKED));
	socket.send(`${chunk(" ")}0\r\n\r\n`);
	const answers = await socket.closed();
	expect(answers.map(summarize)).toEqual([`${problem(413)} closing`]);
});

test("lets a client that reads only once it has sent all see the 413", async () => {
	await using socket = await openSocket(served.url);
	socket.socket.pause();
	socket.send(post("", JSON_TYPE, CHUNKED));
	for (let sent = 0; sent < 3 * MEBIBYTE; sent += MEBIBYTE / 8) {
		socket.send(chunk(" ".repeat(MEBIBYTE / 8)));
		await sleep(2);
	}
	socket.send("0\r\n\r\n");
	socket.socket.resume();
	const answers = await socket.closed();
	expect(answers.map(summarize)).toEqual([`${problem(413)} closing`]);
});

test("answers 413 before 415", async () => {
	await using socket = await openSocket(served.url);
	const body = " ".repeat(MEBIBYTE + 1);
	socket.send(post(body, `Content-Length: ${body.length}`));
	const answers = await socket.closed();
	expect(answers.map(summarize)).toEqual([`${problem(413)} closing`]);
});

test.each([
	["declared", postJson(zapOf(MEBIBYTE))],
	["chunked", post(`${chunk(zapOf(MEBIBYTE))}0\r\n\r\n`, JSON_TYPE, CHUNKED)],
])("takes a %s body of 1 MiB", async (_, request) => {
	await using socket = await openSocket(served.url);
	socket.send(request);
	const answers = await socket.answers();
	expect(answers.map(summarize)).toEqual([CREATED]);
});

test.each([
	["declared", post('{"na', JSON_TYPE, "Content-Length: 100")],
	["chunked", post('5\r\n{"na', JSON_TYPE, CHUNKED)],
	["head", "POST /v1/zaps HTTP/1.1\r\nHost: loc"],
])(
	"refuses a request whose %s part the client ends early",
	async (_, request) => {
		await using socket = await openSocket(served.url);
		socket.send(request);
		socket.socket.end();
		const answers = await socket.closed();
		expect(answers.map(summarize)).toEqual([refused(400)]);
	},
);

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
	["the wait for an answer", get("/v1/zaps?limit=100")],
])("survives a client that is gone amid %s", async (_, request) => {
	await using socket = await openSocket(served.url);
	await new Promise((sent) => socket.socket.write(request, "latin1", sent));
	await sleep(10);
	socket.socket.resetAndDestroy();
});

test("survives fifty clients that are gone at once", async () => {
	const clients = await Promise.all(
		Array.from({ length: 50 }, () => openSocket(served.url)),
	);
	for (const client of clients)
		client.send(post('{"na', JSON_TYPE, "Content-Length: 100"));
	await sleep(10);
	for (const client of clients) client.socket.destroy();
});

test("survives a client that is gone amid an answer of many MiB", async () => {
	await using socket = await openSocket(served.url);
	socket.send(postJson(zapOf(MEBIBYTE)).repeat(12));
	expect(await socket.answers(12)).toHaveLength(12);
	socket.send(get("/v1/zaps?limit=100"));
	await once(socket.socket, "data");
	socket.socket.pause();
	await sleep(10);
	socket.socket.resetAndDestroy();
	expect(await socket.closed()).toHaveLength(12);
});

test("answers a thousand requests sent at once in order", async () => {
	await using socket = await openSocket(served.url);
	socket.send(
		Array.from(
			{ length: 500 },
			() => get("/v1/health") + get("/v1/nothing"),
		).join(""),
	);
	const answers = await socket.answers(1_000);
	expect(answers.map(summarize)).toEqual(
		Array.from({ length: 500 }, () => [OK, problem(404)]).flat(),
	);
});

test("refuses garbage after a request that it answered", async () => {
	await using socket = await openSocket(served.url);
	socket.send(get("/v1/health"));
	await socket.answers();
	socket.send("\x00\x01garbage\r\n\r\n");
	const answers = await socket.closed();
	expect(answers.map(summarize)).toEqual([OK, refused(400)]);
});
