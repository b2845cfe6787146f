import { once } from "node:events";
import http from "node:http";
import { getResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { createHandlers, handlers } from "../../../src/entries/handlers.ts";
import { setupMock, UnhandledRequestError } from "../../../src/entries/node.ts";
import { postJson } from "../../support/post-json.ts";

const BASE = "http://zaps.test/api";
/** An origin without a server. */
const CLOSED = "http://127.0.0.1:1";

const createZap = (origin: string): Request =>
	new Request(`${origin}/v1/zaps`, postJson({ name: "A" }));

describe("setupMock", () => {
	test("responds only below its base URL", async () => {
		const mock = setupMock({ baseUrl: BASE }).listen();
		expect((await fetch(`${BASE}/v1/health`)).status).toBe(200);
		expect((await fetch(`${BASE}/v1/heath`)).status).toBe(404);
		for (const url of ["zaps.test/", "zaps.test/apis/", "other.test/api/"])
			await expect(fetch(`http://${url}v1/health`)).rejects.toThrow(
				"getHealth: the mock responds only below http://zaps.test/api",
			);
		await expect(mock.close()).rejects.toThrow(
			"4 requests matched no operation:\n  GET http://zaps.test/api/v1/heath returned 404",
		);
		await mock.close();
	});

	test("neither clones a request nor aborts anything, which would take as long as the response", async () => {
		await using mock = setupMock({ baseUrl: BASE }).listen();
		using clone = vi.spyOn(Request.prototype, "clone");
		using abort = vi.spyOn(AbortController.prototype, "abort");
		expect((await fetch(createZap(BASE))).status).toBe(201);
		expect(await mock.countRequests()).toBe(1);
		expect(clone).not.toHaveBeenCalled();
		expect(abort).not.toHaveBeenCalled();
	});

	test("hides credentials in what it says of unmatched requests", async () => {
		const mock = setupMock({ baseUrl: BASE }).listen();
		await fetch(`${BASE}/v1/heath?token=s3cret`);
		const other = "http://other.test/v1/health?token=";
		await expect(fetch(`${other}s3cret`)).rejects.toThrow(
			`GET ${other}[redacted]`,
		);
		await expect(mock.close()).rejects.toThrow(
			`GET ${BASE}/v1/heath?token=[redacted] returned 404`,
		);
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
		"turns the fault %s into a network error of node:http clients, without a code, then responds",
		async (kind) => {
			await using mock = setupMock().listen();
			const ms = kind === "timeout" && { ms: 1 };
			await mock.setFaults([{ operation: "listZaps", kind, ...ms, times: 1 }]);
			const url = "http://zaps.test/v1/zaps";
			const [reason] = await once(http.get(url), "error");
			expect(reason).toBeInstanceOf(TypeError);
			expect(reason).not.toHaveProperty("code");
			const [response] = await once(http.get(url), "response");
			expect(response.resume().statusCode).toBe(200);
		},
	);

	test("only warns about it with onUnhandled: warn", async () => {
		await using _ = setupMock({ onUnhandled: "warn" }).listen();
		const warned = once(process, "warning");
		await fetch("http://127.0.0.1:1/v1/zap").catch(() => {});
		const [{ message }] = await warned;
		expect(message).toContain("Nearest operations:\n  listZaps");
	});

	test("stops intercepting when it is closed, and can listen again with its initial state", async () => {
		const mock = setupMock({ baseUrl: CLOSED }).listen();
		await fetch(createZap(CLOSED));
		await mock.close();
		await expect(fetch(`${CLOSED}/v1/health`)).rejects.toThrow("fetch failed");
		await using _ = mock.listen();
		expect((await mock.state()).zaps).toHaveLength(20);
		await mock.setFaults([{ operation: "getHealth", kind: "delay", ms: 50 }]);
		expect((await fetch(`${CLOSED}/v1/health`)).status).toBe(200);
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

	test.each([
		[{ dataset: "huge" }, 'dataset "huge". Available: empty, default, large.'],
		[{ dataset: "toString" }, "No understudy.config.ts in /"],
		[{ seed: 1.5 }, "Invalid seed 1.5"],
		[{ clock: "noon" }, 'Invalid clock "noon"'],
		[{ baseUrl: "/api" }, 'Invalid base URL "/api"'],
		[{ baseUrl: "http://a.test/?q=1" }, "without query or fragment"],
		[{ auth: "basic" }, "Use one of bearer, api-key, or omit auth."],
		[{ rateLimit: "5" }, "Invalid rate limit 5"],
		[{ rateLimit: 0 }, "Invalid rate limit 0"],
		[{ rateLimit: Number.NaN }, "Invalid rate limit NaN"],
		[{ redact: "x-tenant" }, 'Invalid redact. Use an array of names, like ["x'],
		[{ redact: [5] }, "Invalid redact"],
		[{ onUnhandled: "no" }, "Use one of error, warn, bypass, or a function"],
	])("rejects %j with a reason", (options: object, message) => {
		expect(() => setupMock(options)).toThrow(message);
	});
});

describe("handlers", () => {
	test("has one handler for each operation and one for each path", () => {
		const all = Object.values(operations);
		const paths = new Set(all.map(({ path }) => path));
		expect(handlers.map(({ info }) => info.header)).toEqual([
			...all.map(({ method, path }) => `${method} ${path}`),
			...[...paths].map((path) => `any other method ${path}`),
		]);
	});

	test("can be used separately", async () => {
		const request = new Request("http://a.test/v1/health");
		const response = await getResponse(createHandlers().slice(0, 1), request);
		expect(await response?.json()).toEqual({ status: "ok" });
	});
});
