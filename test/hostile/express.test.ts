import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { mockMiddleware } from "../../src/express.ts";
import {
	CREATED,
	HOST,
	head,
	JSON_TYPE,
	problem,
	refused,
	requestsOf,
} from "../support/raw-request.ts";
import { openSocket, summarize } from "../support/raw-socket.ts";
import { watchSurvival } from "../support/survival.ts";
import { hostileRequests } from "./requests.ts";

const MEBIBYTE = 2 ** 20;
const CHUNKED = "Transfer-Encoding: chunked";
const UNKNOWN = "404 text/html";

/** Where Express, or what Node makes of a request for it, answers otherwise than `serve` for all. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
	// Node gives it only the first of them.
	"refuses two Content-Types": [CREATED],
	// No fetch Request can be made for such a URL.
	"answers an absolute target with credentials": [UNKNOWN],
};

/** What comes from an app, to which all that is not the mock's is passed on. */
const inApp = (answer: string): string =>
	answer === problem(404) || answer === "400" ? UNKNOWN : answer;

describe.each([
	["the root", ""],
	["/api", "/api"],
])("mounted at %s", async (_, base) => {
	const survival = watchSurvival();
	const app = express();
	app.use(base || "/", mockMiddleware({ onError: survival.onError }));
	app.post("/echo", express.json(), (request, response) => {
		response.json(request.body);
	});
	const server = createServer(app).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { get, post, postJson } = requestsOf(base);
	afterEach(() => survival.check(url + base));
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
		survival[Symbol.dispose]();
	});

	describe.each(hostileRequests)("%s", (_, requests) => {
		test.each(requests(base))("%s", async (behaviour, { bytes, answers }) => {
			await using socket = await openSocket(url);
			socket.send(bytes);
			const came = await socket.answers();
			expect(came.map(summarize)).toEqual(
				DIFFERENCES[behaviour] ?? answers.map(inApp),
			);
		});
	});

	test.each([
		["declared", postJson(" ".repeat(MEBIBYTE + 1))],
		[
			"chunked",
			post(
				`100001\r\n${" ".repeat(MEBIBYTE + 1)}\r\n0\r\n\r\n`,
				JSON_TYPE,
				CHUNKED,
			),
		],
	])(
		"answers a %s body of over 1 MiB with 413, then closes",
		async (_, request) => {
			await using socket = await openSocket(url);
			socket.send(request);
			const answers = await socket.closed();
			expect(answers.map(summarize)).toEqual([`${problem(413)} closing`]);
		},
	);

	test("refuses a body that the client ends early", async () => {
		await using socket = await openSocket(url);
		socket.send(post('{"na', JSON_TYPE, "Content-Length: 100"));
		socket.socket.end();
		const answers = await socket.closed();
		expect(answers.map(summarize)).toEqual([refused(400)]);
	});

	const declared = "Content-Length: 100";
	test.each([
		["a declared body", post('{"na', JSON_TYPE, declared)],
		["a chunked body", post('5\r\n{"na', JSON_TYPE, CHUNKED)],
		[
			"a body of over 1 MiB",
			post(
				" ".repeat(2 * MEBIBYTE),
				JSON_TYPE,
				`Content-Length: ${3 * MEBIBYTE}`,
			),
		],
		[
			"the body of a TRACE",
			head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, declared),
		],
		[
			"a body to the app",
			head("POST /echo HTTP/1.1", HOST, JSON_TYPE, declared),
		],
		["a body to nowhere", head("POST /nothing HTTP/1.1", HOST, declared)],
		["the wait for an answer", get("/v1/zaps?limit=100")],
	])("survives a client that is gone amid %s", async (_, request) => {
		await using socket = await openSocket(url);
		await new Promise((sent) => socket.socket.write(request, "latin1", sent));
		await sleep(10);
		socket.socket.resetAndDestroy();
	});

	test("survives a client that is gone amid an answer of many MiB", async () => {
		const zap = `{"name":"x","a":"${"a".repeat(MEBIBYTE - 100)}"}`;
		await using socket = await openSocket(url);
		socket.send(postJson(zap).repeat(12));
		expect(await socket.answers(12)).toHaveLength(12);
		socket.send(get("/v1/zaps?limit=100"));
		await once(socket.socket, "data");
		socket.socket.pause();
		await sleep(10);
		socket.socket.resetAndDestroy();
		expect(await socket.closed()).toHaveLength(12);
	});

	test("leaves the body of a request to the app for the app to read", async () => {
		const body = '{"for":"the app"}';
		await using socket = await openSocket(url);
		socket.send(
			head(
				"POST /echo HTTP/1.1",
				HOST,
				JSON_TYPE,
				`Content-Length: ${body.length}`,
			) + body,
		);
		const [answer] = await socket.answers();
		expect(answer?.body).toBe(body);
	});
});
