import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { postJson } from "../../support/post-json.ts";
import { requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import {
	closedPort,
	type StubServer,
	startRawStub,
} from "../../support/stub-server.ts";
import { forwardTo, forwardWith, openMock } from "./open-mock.ts";

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
		"sends an invalid header after a length",
		() =>
			onData((it) =>
				it.end(PART.replace("{", "").replace("\r\n\r\n", "\r\nx : y\r\n\r\n")),
			),
		502,
		"its response is not valid HTTP.",
	],
	[
		"announces two lengths",
		() =>
			onData((it) => it.write(`HTTP/1.1 200 OK\r\ncontent-length: 1${TEXT}`)),
		502,
		"its response is not valid HTTP.",
	],
	[
		"sends less than it announced, and says that it closes",
		() => onData((it) => it.end(PART.replace("OK", "OK\r\nconnection: close"))),
		502,
		"not as long as it announced",
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
	// The timer of undici for bodies may take a second, after which the start of a body is passed on unless it is strict.
	const settings = { url: service.url, timeoutMs, strict: true };
	await using mock = await openMock(settings);
	const response = await fetch(`${mock.url}/v1/health`);
	expect(response.status).toBe(status);
	expect(response.headers.get("mock-violations")).toBeNull();
	const { detail } = await response.json();
	expect(detail).toContain(`Cannot forward getHealth to ${service.url}: `);
	expect(detail).toContain(reason);
	expect(await mock.newest()).toMatchObject({ status, forwarded: true });
});

const HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
const CONTINUE = "HTTP/1.1 100 Continue\r\nx: y\r\n\r\n";

test.each([
	[
		"103 before and after an unprompted 100",
		`${HINTS}${CONTINUE}${HINTS}${HINTS}${CONTINUE}HTTP/1.1 200 OK`,
		["x", ""],
	],
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

test.each([
	["text/html", undefined, "sandbox"],
	["image/svg+xml", "default-src 'self'", "default-src 'self', sandbox"],
	["", undefined, "sandbox"],
	["application/json; charset=utf-8", undefined, null],
	["application/problem+json", undefined, null],
	["text/plain", undefined, null],
	["text/plain;", undefined, null],
	["text/plain, text/html", undefined, "sandbox"],
	["application/json;, text/html", undefined, "sandbox"],
	["application/xhtml+xml, x+json", undefined, "sandbox"],
	["text/plain-x", undefined, "sandbox"],
])(
	"a page of a service gets no access to the control API: with the type %j and the policy %s, it has %s",
	async (type, policy, expected) => {
		await using mock = await forwardTo((_, res) => {
			if (policy) res.setHeader("content-security-policy", policy);
			if (type) res.setHeader("content-type", type);
			res.end("<script></script>");
		});
		const { headers } = await fetch(`${mock.url}/v1/health`);
		expect(headers.get("content-security-policy")).toBe(expected);
	},
);

test("headers about all of an origin are not passed on, since the origin would be the mock", async () => {
	const names = ["strict-transport-security", "clear-site-data", "alt-svc"];
	await using mock = await forwardTo((_, res) => {
		for (const name of names) res.setHeader(name, "max-age=9");
		res.setHeader("x-own", "1").end();
	});
	const { headers } = await fetch(`${mock.url}/v1/health`);
	expect([...headers.keys()]).toContain("x-own");
	for (const name of names) expect(headers.get(name)).toBeNull();
});

test("a 304 keeps the sandbox of the page that a browser has kept", async () => {
	await using mock = await forwardTo((_, res) =>
		res.writeHead(304, { "content-type": "application/json" }).end(),
	);
	const { headers } = await fetch(`${mock.url}/v1/health`);
	expect(headers.get("content-security-policy")).toBe("sandbox");
});

test("a 304 conforms if the client has asked for it", async () => {
	await using mock = await forwardWith({ strict: true }, (_, res) =>
		res.writeHead(304).end(),
	);
	const send = (headers: Record<string, string>) =>
		mock.fetch(new Request(`${mock.url}/v1/health`, { headers }));
	expect((await send({ "if-none-match": '"a"' })).status).toBe(304);
	expect(await mock.newest()).toMatchObject({ violations: [] });
	expect((await send({})).status).toBe(502);
});

test.each([413, 415, 422])(
	"a service may have a reason for a documented %i that the document does not tell",
	async (status) => {
		const problem = { type: "about:blank", title: "No", status, detail: "No." };
		await using mock = await forwardTo((_, res) => {
			const type = { "content-type": "application/problem+json" };
			res.writeHead(status, type).end(JSON.stringify(problem));
		});
		const { headers } = await fetch(
			`${mock.url}/v1/zaps`,
			postJson({ name: "a" }),
		);
		// The document of the package does not list 422.
		expect(headers.get("mock-violations")).toBe(status === 422 ? "1" : null);
	},
);

test("a slow body that 205 forbids is not passed on", async () => {
	await using mock = await forwardTo((_, res) => res.writeHead(205).write("x"));
	const response = await mock.fetch(new Request(`${mock.url}/v1/health`));
	expect([response.status, await response.text()]).toEqual([205, ""]);
});

test("an exchange without a response of the service is not checked", async () => {
	await using service = await closedPort();
	await using mock = await openMock({ url: service.url });
	await fetch(`${mock.url}/v1/health`);
	expect(await mock.newest()).toMatchObject({
		violations: [],
		unchecked: "The service did not respond.",
	});
});
