import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { mockMiddleware } from "../../../src/express.ts";
import {
	CHUNKED,
	CREATED,
	HOST,
	head,
	JSON_TYPE,
	parserError,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { watchForErrors } from "../../support/watch-for-errors.ts";
import { hostileRequests } from "./hostile-requests.ts";

const MEBIBYTE = 2 ** 20;
const UNKNOWN = "404 text/html";

/** Cases in which Express and Node's request headers lead to other responses than `serve`. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
	// Node passes only the first header to Express.
	"rejects two Content-Types": [CREATED],
	// A fetch Request cannot have such a URL.
	"accepts an absolute target with credentials": [UNKNOWN],
};

/** Converts the expected response of `serve` to that of an app, which handles unmatched requests itself. */
const toAppResponse = (name: string, response: string): string =>
	response === problem(404) ||
	// Without a URL that is valid for a fetch Request, the app handles the request.
	(response === problem(400) && name.startsWith("rejects the target"))
		? UNKNOWN
		: response;

describe.each([
	["the root", ""],
	["/api", "/api"],
])("mounted at %s", async (_, base) => {
	const errorWatch = watchForErrors();
	const app = express();
	app.use(base || "/", mockMiddleware({ onError: errorWatch.onError }));
	app.post("/echo", express.json(), (request, response) => {
		response.json(request.body);
	});
	const server = createServer(app).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { get, post, postJson } = requestsOf(base);
	afterEach(() => errorWatch.check(url + base));
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
		errorWatch[Symbol.dispose]();
	});

	describe.each(hostileRequests)("%s", (_, requests) => {
		test.each(requests(base))("%s", async (name, { bytes, responses }) => {
			await using socket = await openSocket(url);
			socket.send(bytes);
			const received = await socket.responses();
			expect(received.map(summarize)).toEqual(
				DIFFERENCES[name] ??
					responses.map((response) => toAppResponse(name, response)),
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
		"responds to a %s body over 1 MiB with 413, then closes",
		async (_, request) => {
			expect(await sendUntilClosed(url, request)).toEqual([
				`${problem(413)} closing`,
			]);
		},
	);

	test("rejects a body that the client ends early", async () => {
		await using socket = await openSocket(url);
		socket.send(post('{"na', JSON_TYPE, "Content-Length: 100"));
		socket.socket.end();
		const responses = await socket.closed();
		expect(responses.map(summarize)).toEqual([parserError(400)]);
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
		[
			"a body to an unknown path",
			head("POST /nothing HTTP/1.1", HOST, declared),
		],
		["the wait for a response", get("/v1/zaps?limit=100")],
	])("survives a client that disconnects during %s", async (_, request) => {
		await using socket = await openSocket(url);
		await new Promise((sent) => socket.socket.write(request, "latin1", sent));
		await sleep(10);
		socket.socket.resetAndDestroy();
	});

	test("survives a client that disconnects during a response of many MiB", async () => {
		const zap = `{"name":"x","a":"${"a".repeat(MEBIBYTE - 100)}"}`;
		await using socket = await openSocket(url);
		socket.send(postJson(zap).repeat(12));
		expect(await socket.responses(12)).toHaveLength(12);
		socket.send(get("/v1/zaps?limit=100"));
		await once(socket.socket, "data");
		socket.socket.pause();
		await sleep(10);
		socket.socket.resetAndDestroy();
		expect(await socket.closed()).toHaveLength(12);
	});

	test("leaves the body of a request to the app unread", async () => {
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
		const [response] = await socket.responses();
		expect(response?.body).toBe(body);
	});
});
