import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { head, requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import {
	closedPort,
	type StubServer,
	startRawStub,
	startStub,
} from "../../support/stub-server.ts";
import { openMock } from "./open-mock.ts";

const MIB = 1024 * 1024;
/** The beginning of a response with more bytes of JSON than these. */
const PART =
	"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";

/** The rest of a response with a text. */
const TEXT = "\r\ncontent-length: 1\r\n\r\nx";

/** Starts a service that acts once it has the head of a request. */
const onData = (act: (socket: Socket) => void): Promise<StubServer> =>
	startRawStub((socket) => socket.once("data", () => act(socket)));

test.each([
	["refuses connections", closedPort, 502, "it refused the connection"],
	["resets", () => onData((it) => it.resetAndDestroy()), 502, "it reset the"],
	["closes", () => onData((it) => it.destroy()), 502, "it closed the"],
	["hangs", () => startRawStub(() => {}), 504, "it did not respond for 100 ms"],
	[
		"hangs before it speaks TLS",
		async () => {
			const service = await startRawStub(() => {});
			return { ...service, url: service.url.replace("http:", "https:") };
		},
		504,
		"it did not respond for 100 ms",
	],
	[
		"is not HTTP",
		() => onData((it) => it.write("220\r\n")),
		502,
		"not valid HTTP",
	],
	[
		"responds with 600",
		() => onData((it) => it.write(`HTTP/1.1 600 X${TEXT}`)),
		502,
		"with the status 600",
	],
	[
		"responds with 99",
		() => onData((it) => it.write(`HTTP/1.1 099 X${TEXT}`)),
		502,
		"its response is not valid HTTP (ERR_ASSERTION)",
	],
	[
		"switches protocols",
		() =>
			onData((it) =>
				it.write("HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
			),
		502,
		"it responded with 101",
	],
	[
		"sends long headers",
		() =>
			onData((it) =>
				it.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(70_000)}${TEXT}`),
			),
		502,
		"longer than 64 KiB",
	],
	[
		"resets within a body of any length",
		() =>
			onData((it) => {
				it.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{");
				setTimeout(() => it.resetAndDestroy(), 20);
			}),
		502,
		"it reset the",
	],
	["truncates", () => onData((it) => it.end(PART)), 502, "(UND_ERR_SOCKET)"],
	[
		"stops within its response",
		() => onData((it) => it.write(PART)),
		504,
		"its response stopped for 100 ms",
	],
])("explains a service that %s", async (_, start, status, reason) => {
	await using service = await start();
	const timeoutMs = status === 504 ? 100 : 10_000;
	await using mock = await openMock({ url: service.url, timeoutMs });
	const response = await fetch(`${mock.url}/v1/health`);
	expect(response.status).toBe(status);
	expect(response.headers.get("mock-violations")).toBeNull();
	const { detail } = await response.json();
	expect(detail).toContain(`Cannot forward getHealth to ${service.url}: `);
	expect(detail).toContain(reason);
	expect(await mock.newest()).toMatchObject({ status, forwarded: true });
});

const CONTINUE = "HTTP/1.1 100 Continue\r\nx: y\r\n\r\n";

test.each([
	["an unprompted 100", `${CONTINUE}${CONTINUE}HTTP/1.1 200 OK`, ["x", ""]],
	[
		"long headers",
		`HTTP/1.1 200 OK\r\nx-a: ${"a".repeat(30_000)}`,
		["x", "a".repeat(30_000)],
	],
	[
		"a header in UTF-8",
		"HTTP/1.1 200 OK\r\nx-a: \u00c3\u00a9",
		["x", "\u00c3\u00a9"],
	],
	["a body that 205 forbids", "HTTP/1.1 205 OK", ["", ""]],
])("passes on a response with %s", async (_, head, expected) => {
	for (const at of [0, 9, 30]) {
		await using service = await onData((it) => {
			it.setNoDelay().write(head.slice(0, at), "latin1");
			setTimeout(() => it.write(head.slice(at) + TEXT, "latin1"), 5);
		});
		await using mock = await openMock({ url: service.url });
		await using client = await openSocket(mock.url);
		client.send(requestsOf("").get("/v1/health"));
		const [response] = await client.responses();
		const { body, headers } = response ?? {};
		expect([body, headers?.get("x-a") ?? ""]).toEqual(expected);
	}
});

test.each([
	[304, "100"],
	[204, null],
])("passes on a %d that announces a body", async (status, length) => {
	await using service = await onData((it) =>
		it.write(`HTTP/1.1 ${status} X\r\ncontent-length: 100\r\n\r\n`),
	);
	await using mock = await openMock({ url: service.url });
	const response = await mock.fetch(new Request(`${mock.url}/v1/zaps`));
	expect(response.status).toBe(status);
	expect(response.headers.get("content-length")).toBe(length);
});

describe("while the service still sends", () => {
	test("a response that is too long to check is passed on", async () => {
		let end = (): void => {};
		await using service = await startStub((_, res) => {
			res.setHeader("content-type", "application/json");
			res.write(`"${"x".repeat(2 * MIB)}`);
			end = () => res.end('"');
		});
		await using mock = await openMock({ url: service.url });
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
		await using service = await onData((it) => {
			it.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
			it.write("1\r\nx\r\n".repeat(MIB + 1));
		});
		await using mock = await openMock({ url: service.url });
		const { body } = await mock.fetch(new Request(`${mock.url}/v1/zaps`));
		const read = await body?.getReader().read();
		expect(read?.value?.byteLength).toBeGreaterThan(1);
	});

	test("a slow response is passed on, and checked at its end", async () => {
		let end = (): void => {};
		await using service = await startStub((_, res) => {
			res.setHeader("content-type", "application/json");
			res.write('{"status":');
			end = () => res.end('"UP"}');
		});
		await using mock = await openMock({ url: service.url });
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
		await using service = await startStub((_, res) => {
			res.setHeader("content-encoding", "unknown");
			res.write("a");
			end = () => res.end("b");
		});
		await using mock = await openMock({ url: service.url });
		const response = await fetch(`${mock.url}/v1/zaps`);
		end();
		expect(await response.text()).toBe("ab");
		await expect.poll(mock.newest).toMatchObject({
			unchecked: "The Content-Encoding unknown is not supported.",
		});
	});

	test("a long request is passed on while the client still sends it", async () => {
		const requests = new EventEmitter();
		await using service = await startStub(async (req, res) => {
			requests.emit("begun");
			const { length } = await buffer(req);
			res.writeHead(413).end(`${length}`);
		});
		await using mock = await openMock({ url: service.url });
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
		await using service = await startStub((_, res) => {
			res.writeHead(200, { "content-type": "text/plain", ...headers });
			res.write(text.slice(0, 20));
			setTimeout(() => res.end(text.slice(20)), 10);
		});
		await using mock = await openMock({ url: service.url });
		for (let count = 0; count < 4; count += 1) {
			const response = await fetch(`${mock.url}/v1/health`);
			// Not with toBe, which would print both.
			expect((await response.text()) === text).toBe(true);
		}
	}
});

test.each([
	["text/html", undefined, "sandbox"],
	["image/svg+xml", "default-src 'self'", "default-src 'self', sandbox"],
	["", undefined, "sandbox"],
	["application/json; charset=utf-8", undefined, null],
	["application/problem+json", undefined, null],
	["text/plain", undefined, null],
])(
	"a page of a service gets no access to the control API: with the type %j and the policy %s, it has %s",
	async (type, policy, expected) => {
		await using service = await startStub((_, res) => {
			if (policy) res.setHeader("content-security-policy", policy);
			if (type) res.setHeader("content-type", type);
			res.end("<script></script>");
		});
		await using mock = await openMock({ url: service.url });
		const { headers } = await fetch(`${mock.url}/v1/health`);
		expect(headers.get("content-security-policy")).toBe(expected);
	},
);

test("leaves the service when a client leaves before its long response has had its turn", async () => {
	let open = 0;
	let long = 0;
	await using service = await startStub(({ url, socket }, res) => {
		socket.once("close", () => {
			open -= 1;
		});
		open += 1;
		if (url?.endsWith("first")) return;
		long += 1;
		res.writeHead(200, { "content-type": "text/plain" });
		res.write("a".repeat(3 * MIB));
	});
	await using mock = await openMock({ url: service.url });
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
	await using service = await startStub(({ url, socket }, res) => {
		open += 1;
		socket.once("close", () => {
			open -= 1;
		});
		res.writeHead(200, { "content-type": "text/plain" });
		res.write("a".repeat(3 * MIB));
		if (!url?.endsWith("endless")) res.end();
	});
	await using mock = await openMock({ url: service.url });
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
