import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { head, requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { startRawStub } from "../../support/stub-server.ts";
import { forwardTo, openMock } from "./open-mock.ts";

const MIB = 1024 * 1024;

test("passes on the response of a service that closes without having read the request", async () => {
	await using service = await startRawStub((socket) =>
		socket.once("data", () => {
			socket.pause();
			socket.end(
				"HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno",
				() => socket.destroy(),
			);
		}),
	);
	await using mock = await openMock({ url: service.url });
	const found: string[] = [];
	for (let count = 0; count < 3; count += 1) {
		const sent = request(`${mock.url}/v1/zaps`, { method: "POST" });
		sent.end("x".repeat(8 * MIB));
		const [response] = await once(sent, "response");
		found.push(`${response.statusCode} ${await buffer(response)}`);
	}
	expect(found).toEqual(found.map(() => "413 no"));
});

describe("while the service still sends", () => {
	test("a response that is too long to check is passed on", async () => {
		let end = (): void => {};
		await using mock = await forwardTo((_, res) => {
			res.setHeader("content-type", "application/json");
			res.write(`"${"x".repeat(2 * MIB)}`);
			end = () => res.end('"');
		});
		const response = await fetch(`${mock.url}/v1/zaps`);
		const reader = response.body?.getReader();
		expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
		expect(await mock.newest()).toMatchObject({
			violations: [],
			unchecked: expect.stringContaining("longer than 1 MiB"),
			response: { truncated: true },
		});
		end();
		let length = 0;
		for (let read = await reader?.read(); read?.value; )
			[length, read] = [length + read.value.length, await reader?.read()];
		expect(length).toBeGreaterThan(MIB);
	});

	test("many small parts are passed on as one, since each is slow", async () => {
		const parts = "1\r\nx\r\n".repeat(MIB + 1);
		await using service = await startRawStub((socket) =>
			socket.once("data", () => {
				socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
				socket.write(parts);
			}),
		);
		await using mock = await openMock({ url: service.url });
		const { body } = await mock.fetch(new Request(`${mock.url}/v1/zaps`));
		const read = await body?.getReader().read();
		expect(read?.value?.byteLength).toBeGreaterThan(1);
	});

	test("a slow response is passed on, and checked at its end", async () => {
		let end = (): void => {};
		await using mock = await forwardTo((_, res) => {
			res.setHeader("content-type", "application/json");
			res.write('{"status":');
			end = () => res.end('"UP"}');
		});
		const response = await fetch(`${mock.url}/v1/health`);
		expect(response.headers.get("mock-violations")).toBeNull();
		expect(await mock.newest()).toBeUndefined();
		end();
		expect(await response.json()).toEqual({ status: "UP" });
		await expect
			.poll(async () => (await mock.newest())?.violations)
			.toMatchObject([{ where: "$.status", actual: '"UP"' }]);
	});

	test("a slow response that cannot be checked is passed on, and says so", async () => {
		let end = (): void => {};
		await using mock = await forwardTo((_, res) => {
			res.setHeader("content-encoding", "unknown");
			res.write("a");
			end = () => res.end("b");
		});
		const response = await fetch(`${mock.url}/v1/zaps`);
		end();
		expect(await response.text()).toBe("ab");
		await expect.poll(mock.newest).toMatchObject({
			unchecked: "The Content-Encoding unknown is not supported.",
		});
	});

	test("a long request is passed on while the client still sends it", async () => {
		const requests = new EventEmitter();
		await using mock = await forwardTo(async (req, res) => {
			requests.emit("begun");
			const { length } = await buffer(req);
			res.writeHead(413).end(`${length}`);
		});
		const sent = request(`${mock.url}/v1/zaps`, { method: "POST" });
		const begun = once(requests, "begun");
		sent.write("x".repeat(2 * MIB));
		await begun;
		sent.end("y");
		const [response] = await once(sent, "response");
		expect(`${await buffer(response)}`).toBe(`${2 * MIB + 1}`);
	});
});

test("passes on all of a long body that stops for a moment, whether or not its length is known", async () => {
	const lines = Array.from({ length: 90_000 }, (_, i) => `${i}`.padStart(13));
	const text = lines.join("\n");
	for (const headers of [{}, { "content-length": text.length }]) {
		await using mock = await forwardTo((_, res) => {
			res.writeHead(200, { "content-type": "text/plain", ...headers });
			res.write(text.slice(0, 20));
			setTimeout(() => res.end(text.slice(20)), 10);
		});
		for (let count = 0; count < 4; count += 1) {
			const response = await fetch(`${mock.url}/v1/health`);
			// Not with toBe, which would print both.
			expect((await response.text()) === text).toBe(true);
		}
	}
});

test("leaves the service when a client leaves before its long response has had its turn", async () => {
	let open = 0;
	let long = 0;
	await using mock = await forwardTo(({ url, socket }, res) => {
		socket.once("close", () => {
			open -= 1;
		});
		open += 1;
		if (url?.endsWith("first")) return;
		long += 1;
		res.writeHead(200, { "content-type": "text/plain" });
		res.write("a".repeat(3 * MIB));
	});
	const { get } = requestsOf("");
	const client = await openSocket(mock.url);
	const requests = Array.from({ length: 12 }, () => get("/v1/health"));
	client.send(get("/v1/health?first") + requests.join(""));
	await vi.waitFor(() => expect(long).toBe(12));
	// The mock has read what it checks of each response.
	await new Promise((resolve) => setTimeout(resolve, 300));
	await client[Symbol.asyncDispose]();
	await vi.waitFor(() => expect(open).toBe(0), 5_000);
});

test("sends all of a long response before it rejects a CONNECT behind it, and leaves the service when the client does", async () => {
	let open = 0;
	await using mock = await forwardTo(({ url, socket }, res) => {
		open += 1;
		socket.once("close", () => {
			open -= 1;
		});
		res.writeHead(200, { "content-type": "text/plain" });
		res.write("a".repeat(3 * MIB));
		if (!url?.endsWith("endless")) res.end();
	});
	const connect = head("CONNECT x:1 HTTP/1.1", "Host: x:1");
	for (const query of ["", "?endless"]) {
		const client = await openSocket(mock.url);
		client.send(requestsOf("").get(`/v1/health${query}`) + connect);
		if (query === "") {
			const [long, rejection] = await client.responses(2);
			expect(long?.body).toHaveLength(3 * MIB);
			expect(rejection?.status).toBe(400);
		} else await vi.waitFor(() => expect(open).toBe(2));
		await client[Symbol.asyncDispose]();
	}
	await vi.waitFor(() => expect(open).toBeLessThanOrEqual(1), 5_000);
});
