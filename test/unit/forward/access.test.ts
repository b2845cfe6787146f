import express from "express";
import { describe, expect, test } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { fromFetchRequest } from "../../../src/engine/request/request.ts";
import { mockMiddleware } from "../../../src/entries/express.ts";
import { createMock, type MockOptions } from "../../../src/entries/index.ts";
import { explainDenial } from "../../../src/forward/explain-denial.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { startStub } from "../../support/stub-server.ts";
import { MANY_HEADERS, sendRawRequest } from "../control/raw-request.ts";
import { bearer, TOKEN } from "../control/token.ts";

const ALLOWED = "https://app.example";
const ORIGIN = "--allow-origin https://evil.example";
const listen = (
	options: MockOptions,
	override?: () => () => Promise<undefined>,
) =>
	serve({
		mock: createMock({ ...options, loadForwarder }),
		override,
		port: 0,
		host: "127.0.0.1",
	});

/** Each way to serve a mock. */
const SERVERS = {
	serve: (options: MockOptions) => listen(options),
	"serve with a handler that leaves the request to the mock": (
		options: MockOptions,
	) => listen(options, () => async () => undefined),
	async Express({ controlToken: _, ...options }: MockOptions) {
		const app = await startStub(express().use(mockMiddleware(options)));
		return { url: app.url, close: () => app[Symbol.asyncDispose]() };
	},
};

/** The headers of a request, the status without a token, and a part of the detail. */
const REQUESTS: readonly [Record<string, string>, number, string?][] = [
	[{}, 200],
	[{ origin: "http://localhost:5173" }, 200],
	[{ origin: "https://shop.localhost" }, 200],
	[{ origin: "http://127.8.9.10" }, 200],
	[{ origin: "http://[::1]:1" }, 200],
	[{ origin: ALLOWED }, 200],
	[{ "sec-fetch-site": "same-site" }, 200],
	[{ origin: "https://evil.example" }, 403, ORIGIN],
	[{ origin: "https://evil.example", ...bearer(TOKEN) }, 403, ORIGIN],
	[{ origin: "http://localhost.evil.example" }, 403, "--allow-origin"],
	[{ origin: `${ALLOWED}:444` }, 403, "--allow-origin"],
	[{ origin: "null" }, 403, "--allow-origin <origin>"],
	[{ "sec-fetch-site": "cross-site" }, 403, "--allow-origin <origin>"],
	[{ host: "evil.example" }, 403, "--control-token"],
	[{ host: "a.test", origin: "http://a.test" }, 403, "--control-token"],
	[{ "x-forwarded-proto": "https" }, 403, "--control-token"],
];

describe.each(Object.entries(SERVERS))("%s", (_, open) => {
	test.each(REQUESTS)(
		"while forwarding adds credentials, %j gets %i",
		async (headers, status, detail = "") => {
			let received = 0;
			await using service = await startStub((_, res) => {
				received += 1;
				res.end();
			});
			const { url } = service;
			const only = ["getHealth"];
			const forward = { url, only, headers: { "x-key": "k" } };
			const mock = await open({
				forward,
				allowOrigin: ["*", "about:blank", `${ALLOWED}/`],
			});
			const send = (path: string) =>
				sendRawRequest(mock, `GET ${path}`, headers);
			for (const path of ["/v1/health", "/__session/a/v1/health"])
				expect(await send(path)).toMatchObject({
					status,
					text: expect.stringContaining(detail),
				});
			expect(received).toBe(status === 200 ? 2 : 0);
			// The mock itself has nothing to protect.
			expect((await send("/v1/zaps")).status).toBe(200);
			await mock.close();
		},
	);
});

test.each(Object.entries(SERVERS))(
	"%s rejects a page whose Origin comes after so many headers that Node drops it",
	async (_, open) => {
		await using service = await startStub((_, res) => res.end());
		const forward = { url: service.url, headers: { "x-key": "k" } };
		const mock = await open({ forward });
		const headers = { ...MANY_HEADERS, origin: "https://evil.example" };
		const { status } = await sendRawRequest(mock, "GET /v1/health", headers);
		// Node 24 responds itself.
		expect([403, 431]).toContain(status);
		await mock.close();
	},
);

test("the host of an absolute target makes no page the mock's own", async () => {
	await using service = await startStub((_, res) => res.end());
	const forward = { url: service.url, headers: { "x-key": "k" } };
	const mock = await listen({ forward }, () => async () => undefined);
	const headers = { origin: "http://evil.example" };
	const target = "GET http://evil.example/v1/health";
	expect((await sendRawRequest(mock, target, headers)).status).toBe(403);
	await mock.close();
});

test("other machines need the token, which the service does not get", async () => {
	const received: unknown[] = [];
	await using service = await startStub(({ headers }, res) => {
		received.push(headers.authorization);
		res.end();
	});
	const forward = { url: service.url, headers: { "x-key": "k" } };
	const mock = await listen({ forward, controlToken: TOKEN });
	const statusOf = async (headers: Record<string, string>) =>
		(await sendRawRequest(mock, "GET /v1/health", headers)).status;
	const host = "mock.example";
	expect(await statusOf({ host, ...bearer("wrong") })).toBe(403);
	expect(await statusOf({ host })).toBe(403);
	expect(received).toEqual([]);
	const own = { origin: "http://mock.example" };
	expect(await statusOf({ host, ...own, ...bearer(TOKEN) })).toBe(200);
	expect(await statusOf(bearer("of the client"))).toBe(200);
	expect(received).toEqual([undefined, "Bearer of the client"]);
	await mock.close();
});

test("other machines need the token also for headers that a restart has lost", () => {
	const caller = { address: "192.0.2.7", httpVersion: "1.1" };
	const sent = fromFetchRequest(new Request("http://zaps.test/v1/health"));
	const target = {
		url: "https://service.test",
		headers: {},
		timeoutMs: 1_000,
		strict: false,
	};
	const explain = (lostHeaders: string[]) =>
		explainDenial(
			{ request: { ...sent, caller }, target: { ...target, lostHeaders } },
			{},
		);
	expect(explain(["x-key"])).toContain("--control-token");
	expect(explain([])).toBeUndefined();
});

test("protects cookies, credentials that were set at run time, and those of a mock in a server of the user", async () => {
	await using service = await startStub((_, res) => res.end());
	const mock = createMock({ loadForwarder });
	const statusFor = async (
		origin: string,
		cookie?: string,
		authorization?: string,
	) => {
		const request = new Request("http://zaps.test/v1/health");
		request.headers.set("origin", origin);
		if (cookie) request.headers.set("cookie", cookie);
		if (authorization) request.headers.set("authorization", authorization);
		return (await mock.fetch(request)).status;
	};
	await mock.control.setForward({ url: service.url });
	expect(await statusFor("https://evil.example")).toBe(200);
	expect(await statusFor("https://evil.example", "session=a")).toBe(403);
	expect(await statusFor("http://localhost:5173", "session=a")).toBe(200);
	// A browser adds the password that its user has typed.
	for (const scheme of ["Basic", "Digest", "Negotiate", "NTLM"])
		expect(await statusFor("https://evil.example", "", `${scheme} YQ`)).toBe(
			403,
		);
	expect(await statusFor("https://evil.example", "", "Bearer a")).toBe(200);
	await mock.control.setForward({ headers: { "x-key": "k" } });
	expect(await statusFor("https://evil.example")).toBe(403);
	expect(await statusFor("http://zaps.test")).toBe(200);
	await mock.close();
});
