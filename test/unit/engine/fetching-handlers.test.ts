import { gzipSync } from "node:zlib";
import { bypass, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { head, JSON_TYPE } from "../../support/raw-request.ts";
import { sendUntilClosed } from "../../support/raw-socket.ts";
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
