import { expect, test } from "vitest";
import {
	type ServedExchange,
	serve,
} from "../../../src/adapters/http/serve.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import {
	CHUNKED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	rejected,
} from "../../support/raw-request.ts";
import {
	openSocket,
	sendUntilClosed,
	summarize,
} from "../../support/raw-socket.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { expectResponses, listHostileRequests } from "./hostile-requests.ts";
import { serveWatched } from "./watched-servers.ts";

const ORIGIN = "http://page.test";
const exchanges: ServedExchange[] = [];
const rejections = new Map<number, number>();
const { mock, url } = await serveWatched({
	rejections,
	onExchange: (exchange) => exchanges.push(exchange),
});

test.each(listHostileRequests(""))(
	"survives requests with an unusual %s",
	(_, requests) => expectResponses(url, requests),
);

const HEALTH = "GET /v1/health HTTP/1.1";
const POST = "POST /v1/zaps HTTP/1.1";
const UNUSUAL = 'GET /v1/"/../zaps?limit=1 HTTP/1.1';

test.each([
	["a target that is not a URL", 400, ORIGIN, ["GET ftp://a/ HTTP/1.1", HOST]],
	["an invalid Host", 400, ORIGIN, [UNUSUAL, "Host: a:99999"]],
	["a missing Host", 400, ORIGIN, [HEALTH]],
	["an unknown expectation", 417, ORIGIN, [HEALTH, HOST, "Expect: x"]],
	["CONNECT", 400, ORIGIN, ["CONNECT a:443 HTTP/1.1", HOST]],
	["a malformed body", 400, ORIGIN, [POST, HOST, `${CHUNKED}\r\n\r\nx`]],
	["an unknown method", 405, "*", ["ZAP /v1/zaps HTTP/1.1", HOST]],
	["a malformed request line", 400, "*", ["GET HTTP/1.1", HOST]],
	["large headers", 431, "*", [HEALTH, HOST, `Cookie: ${"a".repeat(65_536)}`]],
])(
	"lets a page read the rejection of %s, logs it with the target as sent, and counts it outside of the sessions",
	async (_, status, origin, [line = "", ...headers]) => {
		await using socket = await openSocket(url);
		exchanges.length = 0;
		rejections.clear();
		await mock.control.reset({ all: true });
		socket.send(head(line, `Origin: ${ORIGIN}`, ...headers));
		const [response] = await socket.responses();
		expect(response?.headers.get("access-control-allow-origin")).toBe(origin);
		expect(response?.headers.get("access-control-allow-credentials")).toBe(
			origin === ORIGIN ? "true" : undefined,
		);
		const { detail, ...problem } = JSON.parse(response?.body ?? "");
		expect(problem).toMatchObject({ status });
		socket.socket.destroy();
		await expect
			.poll(() => exchanges)
			.toMatchObject([{ status, reason: detail }]);
		const [method, path] = line.split(" ");
		if (origin === ORIGIN && method === "GET")
			expect(exchanges).toMatchObject([{ method, path }]);
		expect([...rejections]).toEqual([[status, 1]]);
		const metrics = await fetch(`${url}/metrics`);
		expect(await metrics.text()).not.toContain("http_requests_total{");
	},
);

test.each([
	[413, [POST, HOST, JSON_TYPE, "Expect: 100-continue"]],
	[404, ["POST /v1/nothing HTTP/1.1", HOST]],
	[
		413,
		["PUT /__mock/scenario HTTP/1.1", HOST, JSON_TYPE, "Expect: 100-continue"],
	],
])(
	"responds at once with %i, and closes, if the declared body of %j is too large",
	async (status, [line = "", ...headers]) => {
		await using stage = await serveStage();
		const request = head(line, ...headers, "Content-Length: 300000000");
		expect(await sendUntilClosed(stage.url, request)).toEqual([
			rejected(status),
		]);
	},
);

test("reads headers of 60 KiB: a browser sends the cookies of all ports of a host", async () => {
	await using socket = await openSocket(url);
	socket.send(head(HEALTH, HOST, `Cookie: ${"a".repeat(60 * 1024)}`));
	expect((await socket.responses()).map(summarize)).toEqual([OK]);
});

test("lets a page read the response to a failure of the control API", async () => {
	const errors: unknown[] = [];
	const { url, close } = await serve({
		mock: createServiceEngine(),
		control: () => Promise.reject(new Error("The disk is full.")),
		onError: (error) => errors.push(error),
		port: 0,
		host: "127.0.0.1",
		grace: 0,
	});
	const headers = { origin: ORIGIN };
	const response = await fetch(`${url}/__mock/state`, { headers });
	await close();
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "application/problem+json",
		"access-control-allow-origin": ORIGIN,
	});
	expect(await response.json()).toMatchObject({ status: 500 });
	expect(errors).toEqual([new Error("The disk is full.")]);
});

test("reports a request that no handler responds to, once its client is gone", async () => {
	const client = new AbortController();
	let report = (_: ServedExchange): void => {};
	const reported = new Promise<ServedExchange>((resolve) => {
		report = resolve;
	});
	const served = await serve({
		mock: createServiceEngine(),
		override: () => () => {
			client.abort();
			return new Promise(() => {});
		},
		onExchange: report,
		port: 0,
		host: "127.0.0.1",
	});
	const { signal } = client;
	await expect(fetch(`${served.url}/hang`, { signal })).rejects.toThrow();
	expect(await reported).toMatchObject({
		responder: "server",
		path: "/hang",
		status: 0,
	});
	await served.close();
});
