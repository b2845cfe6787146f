import { gzipSync } from "node:zlib";
import { bypass, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { postJson } from "../../support/post-json.ts";
import { head, JSON_TYPE } from "../../support/raw-request.ts";
import { openSocket, sendUntilClosed } from "../../support/raw-socket.ts";
import { startStub } from "../../support/stub-server.ts";
import { serveOverride } from "./serve-override.ts";

test("lets a handler send on a request whose headers belong to its connection", async () => {
	const received: Headers[] = [];
	await using served = await serveOverride(({ request }) => {
		received.push(request.headers);
		return fetch(bypass(request));
	}, "*/v1/zaps");
	const request = head(
		"POST /v1/zaps HTTP/1.1",
		`Host: ${new URL(served.url).host}`,
		JSON_TYPE,
		"Connection: close, Upgrade, X-Hop, , a b",
		"Upgrade: h2c",
		"Expect: 100-continue",
		"Keep-Alive: timeout=5",
		"TE: trailers",
		"Trailer: X-Sum",
		"Proxy-Connection: keep-alive",
		"X-Hop: 1",
		"X-End: 2",
		"Transfer-Encoding: chunked",
	);
	const body = 'f\r\n{"name":"Mine"}\r\n0\r\n\r\n';
	const responses = await sendUntilClosed(served.url, request + body);
	expect(responses).toEqual(["100", "201 application/json closing"]);
	expect([...(received[0] ?? [])].map(([name]) => name)).toEqual([
		"accept-encoding",
		"content-type",
		"host",
		"x-end",
	]);
	// The journal has the headers as the client sent them.
	const { requests } = await served.control.requests();
	const sent = requests.map((each) => each.request.headers.te);
	expect(sent).toContain("trailers");
});

test("sends the body of a fetched response as fetch has decoded it", async () => {
	await using service = await startStub((_, res) => {
		res.setHeader("content-encoding", "gzip");
		res.end(gzipSync("decoded"));
	});
	await using served = await serveOverride(() => fetch(service.url));
	const response = await fetch(`${served.url}/own`);
	expect(await response.text()).toBe("decoded");
});

test("sends all of a body that a handler changed, also if the service has encoded it", async () => {
	await using service = await startStub(({ headers }, res) => {
		const isEncoded = /gzip/.test(headers["accept-encoding"] ?? "gzip");
		if (isEncoded) res.setHeader("content-encoding", "gzip");
		res.setHeader("content-type", "application/json");
		res.end(isEncoded ? gzipSync("{}") : "{}");
	});
	await using served = await serveOverride(
		async ({ request }) => {
			const response = await fetch(bypass(request));
			const body = { ...(await response.json()), extra: "x".repeat(50) };
			return HttpResponse.json(body, response);
		},
		"*/v1/zaps",
		{ forward: { url: service.url, only: ["listZaps"] }, loadForwarder },
	);
	const response = await fetch(`${served.url}/v1/zaps`);
	expect(await response.json()).toEqual({ extra: "x".repeat(50) });
});

test("lets a handler send on a request with another body", async () => {
	await using served = await serveOverride(
		({ request }) =>
			fetch(bypass(new Request(request, { body: '{"name":"Longer"}' }))),
		"*/v1/zaps",
	);
	const response = await fetch(
		`${served.url}/v1/zaps`,
		postJson({ name: "A" }),
	);
	expect(await response.json()).toMatchObject({ name: "Longer" });
});

test.each([
	["GET", 200, "abcdef", { "content-length": "2" }],
	["GET", 200, "abcdef", { "content-length": "9" }],
	["GET", 200, "abcdef", { "transfer-encoding": "identity" }],
	["GET", 200, null, { "content-length": "2" }],
	["GET", 205, null, { "content-length": "2" }],
])(
	"frames the response of a handler itself: %s with %i, %j and %j",
	async (method, status, body, headers) => {
		await using served = await serveOverride(
			() => new Response(body, { status, headers }),
		);
		const request = head(`${method} /own HTTP/1.1`, "Host: localhost");
		await using socket = await openSocket(served.url);
		socket.send(request + request);
		const responses = await socket.responses(2);
		const expected = { status, body: body ?? "" };
		expect(responses).toMatchObject([expected, expected]);
	},
);

test.each([
	["HEAD", 200, "12"],
	["GET", 304, "12"],
	["GET", 204, null],
])(
	"says how long a body would be: %s with %i",
	async (method, status, length) => {
		await using served = await serveOverride(
			() => new Response(null, { status, headers: { "content-length": "12" } }),
		);
		const { headers } = await fetch(`${served.url}/own`, { method });
		expect(headers.get("content-length")).toBe(length);
	},
);

test.each([undefined, null, 0, ""])(
	"breaks the connection if a body fails with the reason %j",
	async (reason) => {
		let fail = (): void => {};
		const body = new ReadableStream({
			start(controller) {
				controller.enqueue(new Uint8Array([120]));
				fail = () => controller.error(reason);
			},
		});
		await using served = await serveOverride(() => new HttpResponse(body));
		const response = await fetch(`${served.url}/own`);
		fail();
		await expect(response.text()).rejects.toThrow("terminated");
	},
);
