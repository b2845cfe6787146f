import { once } from "node:events";
import http from "node:http";
import { HttpResponse, http as mswHttp } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { createHandlers, handlers } from "../../../src/handlers.ts";
import { setupMock, UnhandledRequestError } from "../../../src/node.ts";

const BASE = "http://zaps.test/api";

const createZap = (): Request =>
	new Request("http://a.test/v1/zaps", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: '{"name":"A"}',
	});

describe("setupMock", () => {
	test("responds only below its base URL", async () => {
		const mock = setupMock({ baseUrl: BASE }).listen();
		expect((await fetch(`${BASE}/v1/health`)).status).toBe(200);
		expect((await fetch(`${BASE}/v1/heath`)).status).toBe(404);
		for (const url of [
			"http://zaps.test/v1/health",
			"http://zaps.test/apis/v1/health",
			"http://other.test/api/v1/health",
		]) {
			await expect(fetch(url)).rejects.toThrow(
				"getHealth: the mock answers only below http://zaps.test/api",
			);
		}
		await expect(mock.close()).rejects.toThrow(
			"4 requests matched no operation:\n  GET http://zaps.test/api/v1/heath returned 404",
		);
		await mock.close();
	});

	test("rejects an unmatched request like a broken connection, and names the closest operations", async () => {
		const mock = setupMock().listen();
		const url = "http://zaps.test/v1/Zaps";
		const expected = {
			code: "ERR_UNHANDLED_REQUEST",
			message: expect.stringContaining(
				`No handler matches GET ${url}. Nearest operations:\n  listZaps: the path differs in case from /v1/zaps`,
			),
		};
		const error: unknown = await fetch(url).catch((reason) => reason);
		expect(error).toBeInstanceOf(TypeError);
		expect(error).toMatchObject(expected);
		const [reason] = await once(http.get(url), "error");
		expect(reason).toMatchObject(expected);
		const closing = mock.close();
		await expect(closing).rejects.toThrow(UnhandledRequestError);
		await expect(closing).rejects.toThrow("2 requests matched");
	});

	test.each(["reset", "empty", "timeout"] as const)(
		"turns the fault %s into a network error, without a code for node:http clients",
		async (kind) => {
			await using mock = setupMock().listen();
			await mock.setFaults([
				{ operation: "getHealth", kind, ...(kind === "timeout" && { ms: 1 }) },
			]);
			const url = "http://zaps.test/v1/health";
			await expect(fetch(url)).rejects.toThrow(TypeError);
			const [reason] = await once(http.get(url), "error");
			expect(reason).toBeInstanceOf(TypeError);
			expect(reason).not.toHaveProperty("code");
		},
	);

	test("only warns about it with onUnhandled: warn", async () => {
		await using _ = setupMock({ onUnhandled: "warn" }).listen();
		const warned = once(process, "warning");
		await fetch("http://127.0.0.1:1/v1/zap").catch(() => {});
		const [{ message }] = await warned;
		expect(message).toContain("Nearest operations:\n  listZaps");
	});

	test("prefers a handler of the test until handlers are reset", async () => {
		await using mock = setupMock().listen();
		const failed = () => new HttpResponse(null, { status: 503 });
		mock.use(mswHttp.get("*/v1/health", failed));
		const status = async () => (await fetch("http://a.test/v1/health")).status;
		expect(await status()).toBe(503);
		mock.resetHandlers();
		expect(await status()).toBe(200);
	});

	test("stops intercepting when it is closed", async () => {
		const mock = setupMock({ baseUrl: "http://127.0.0.1:1" }).listen();
		await fetch("http://127.0.0.1:1/v1/health");
		await mock.close();
		await expect(fetch("http://127.0.0.1:1/v1/health")).rejects.toThrow();
	});

	test("can listen again after it was closed, with its initial state", async () => {
		const mock = setupMock().listen();
		await fetch(createZap());
		await mock.close();
		await using _ = mock.listen();
		expect((await mock.state()).zaps).toHaveLength(20);
		await mock.setFaults([{ operation: "getHealth", kind: "delay", ms: 50 }]);
		expect((await fetch("http://a.test/v1/health")).status).toBe(200);
		const { requests } = await mock.requests({ operation: "getHealth" });
		expect(requests[0]?.durationMs).toBeGreaterThan(25);
	});

	test("ends the delays of running requests when it is closed", async () => {
		const mock = setupMock().listen();
		await mock.setFaults([{ operation: "*", kind: "delay", ms: 3_600_000 }]);
		const responses = ["health", "zaps"].map((path) =>
			fetch(`http://a.test/v1/${path}`),
		);
		await mock.close();
		for (const { status } of await Promise.all(responses))
			expect(status).toBe(200);
	});

	test("responds to node:http clients", async () => {
		await using _ = setupMock().listen();
		const request = http.get("http://zaps.test/v1/zaps");
		const [response] = await once(request, "response");
		response.resume();
		expect(response.statusCode).toBe(200);
	});

	test.each([
		[{ dataset: "huge" }, 'dataset "huge". Available: empty, default, large.'],
		[{ dataset: "toString" }, 'Unknown dataset "toString"'],
		[{ seed: 1.5 }, "Invalid seed 1.5"],
		[{ clock: "noon" }, 'Invalid clock "noon"'],
		[{ baseUrl: "/api" }, 'Invalid base URL "/api"'],
		[{ baseUrl: "http://a.test/?q=1" }, "without query or fragment"],
		[{ auth: "basic" }, "Use one of bearer, api-key, or omit auth."],
		[{ rateLimit: "5" }, "Invalid rate limit 5"],
		[{ onUnhandled: "no" }, "Use one of error, warn, bypass, or a function"],
	])("rejects %j with a reason", (options: object, message) => {
		expect(() => setupMock(options)).toThrow(message);
	});
});

describe("handlers", () => {
	test("has one handler for each operation and one for each path", () => {
		const routes = Object.values(operations).map(
			({ method, path }) => `${method} ${path}`,
		);
		const paths = Object.values(operations).map(({ path }) => path);
		expect(handlers.map(({ info }) => info.header)).toEqual([
			...routes,
			...[...new Set(paths)].map((path) => `any other method ${path}`),
		]);
	});

	test("can be used separately", async () => {
		const [getHealth] = createHandlers();
		if (!getHealth) throw new Error("no handler");
		const server = setupServer(getHealth);
		server.listen({ onUnhandledRequest: "bypass" });
		try {
			const response = await fetch("http://a.test/v1/health");
			expect(await response.json()).toEqual({ status: "ok" });
		} finally {
			server.close();
		}
	});

	test("createHandlers creates a new state on each call", async () => {
		const count = async (own: typeof handlers) => {
			const metrics = own.find(({ info }) => info.header === "GET /metrics");
			const response = await metrics?.respond(
				new Request("http://a.test/metrics"),
			);
			return /^zaps (\d+)$/m.exec((await response?.text()) ?? "")?.[1];
		};
		const [first, second] = [createHandlers(), createHandlers()];
		const handler = first.find(({ info }) => info.header === "POST /v1/zaps");
		await handler?.respond(createZap());
		expect([await count(first), await count(second)]).toEqual(["21", "20"]);
	});
});
