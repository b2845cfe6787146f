import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type ZapsClient } from "../../../contracts/client.ts";
import { setupMock } from "../../../src/node.ts";

const mock = setupMock({ baseUrl: "http://zaps.test" });
let client: ZapsClient;
beforeAll(() => {
	mock.listen();
	client = createClient({ baseUrl: "http://zaps.test" });
});
afterAll(() => mock.close());

const list = async () => {
	const { response, data, error } = await client.GET("/v1/zaps");
	return { status: response.status, body: data ?? error, response };
};

test("a status without a body returns the example from the OpenAPI document", () =>
	mock.run(async () => {
		await mock.answer("listZaps", 401);
		const { status, body, response } = await list();
		expect(status).toBe(401);
		expect(body).toMatchObject({ status: 401, title: "Unauthorized" });
		expect(response.headers.get("www-authenticate")).toBe("Bearer");
		expect((await client.GET("/v1/health")).response.status).toBe(200);
	}));

test("a server error does not need to be listed in the OpenAPI document", () =>
	mock.run(async () => {
		await mock.answer("listZaps", 503);
		const { status, body, response } = await list();
		expect(status).toBe(503);
		expect(body).toMatchObject({ status: 503 });
		expect(response.headers.get("mock-assumptions")).toBeNull();
	}));

test("a body without a status is returned with the success status", () =>
	mock.run(async () => {
		const zap = { id: "zap_1", name: "A", createdAt: "2026-01-01T00:00:00Z" };
		const page = { items: [zap], nextCursor: null };
		await mock.answer("listZaps", {
			body: page,
			headers: { "X-Cache": "hit" },
		});
		const { status, body, response } = await list();
		expect({ status, body }).toEqual({ status: 200, body: page });
		expect(response.headers.get("x-cache")).toBe("hit");
	}));

test("the latest response takes precedence, and ends after the given number of requests", () =>
	mock.run({ scenario: "broken" }, async () => {
		await mock.answer("listZaps", 401);
		await mock.answer("listZaps", { status: 429, times: 2 });
		const statuses = [];
		for (const _ of [1, 2, 3]) statuses.push((await list()).status);
		expect(statuses).toEqual([429, 429, 401]);
		await mock.clearFaults();
		expect((await list()).status).toBe(500);
	}));

test("responses that are set concurrently all take effect", () =>
	mock.run(async () => {
		await Promise.all([
			mock.answer("listZaps", 503),
			mock.answer("createZap", 503),
			mock.answer("getHealth", 503),
		]);
		expect((await list()).status).toBe(503);
		const created = client.POST("/v1/zaps", { body: { name: "A" } });
		expect((await created).response.status).toBe(503);
		expect((await client.GET("/v1/health")).response.status).toBe(503);
	}));

test("a delay alone keeps the usual response", () =>
	mock.run(async () => {
		await mock.answer("listZaps", { delayMs: 60, times: 1 });
		const begun = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - begun).toBeGreaterThan(55);
		expect(await mock.control.faults()).toEqual([]);
	}));

test("a replaced response has no side effects", () =>
	mock.run({ dataset: "empty" }, async () => {
		await mock.answer("createZap", { status: 201, times: 1 });
		const { response } = await client.POST("/v1/zaps", { body: { name: "A" } });
		expect(response.status).toBe(201);
		expect((await mock.state()).zaps).toEqual([]);
		expect(await mock.countRequests({ operation: "createZap" })).toBe(1);
	}));

test("an unlisted status requires force", () =>
	mock.run(async () => {
		// @ts-expect-error a status that the OpenAPI document does not list
		await expect(mock.answer("listZaps", 404)).rejects.toThrow(
			"The OpenAPI document does not list the status 404 for listZaps. Use 200, 400, 401, 429, a status of at least 500, or force: true.",
		);
		await mock.answer("listZaps", { status: 404, force: true, body: "gone" });
		expect((await list()).status).toBe(404);
	}));

test("one call can replace the responses of all operations", () =>
	mock.run(async () => {
		const statuses = async () => [
			(await list()).status,
			(await client.GET("/v1/health")).response.status,
		];
		await mock.answer("*", 503);
		expect(await statuses()).toEqual([503, 503]);
		await mock.answer("*", {
			status: 404,
			force: true,
			body: "gone",
			times: 1,
		});
		expect(await statuses()).toEqual([404, 503]);
		await mock.clearFaults();
		await mock.answer("*", { delayMs: 1, times: 2 });
		expect(await statuses()).toEqual([200, 200]);
		expect(await mock.control.faults()).toEqual([]);
	}));

test("a status that some operations do not list requires force for all operations", () =>
	mock.run(async () => {
		// @ts-expect-error a status that some operations do not list
		await expect(mock.answer("*", 404)).rejects.toThrow(
			"The OpenAPI document does not list the status 404 for every operation. Use a status of at least 500, or force: true.",
		);
		// @ts-expect-error the success status differs between operations
		await expect(mock.answer("*", { body: "gone" })).rejects.toThrow(
			"A body or headers for all operations require a status, because the success status differs between operations. Add a status.",
		);
		await expect(mock.answer("*", { delayMs: 1, body: "" })).rejects.toThrow(
			"require a status",
		);
		expect(await mock.control.faults()).toEqual([]);
	}));

test("invalid responses are rejected with a reason", () =>
	mock.run(async () => {
		// @ts-expect-error an unknown operation
		await expect(mock.answer("deleteZap", 500)).rejects.toThrow(
			'Unknown operation "deleteZap". Available: getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics, *.',
		);
		await expect(
			// @ts-expect-error a misspelled property
			mock.answer("listZaps", { staus: 503, body: {} }),
		).rejects.toThrow(
			'Unknown response property "staus". Did you mean "status"? Available: status, body, headers,',
		);
		await expect(mock.answer("listZaps", {})).rejects.toThrow(
			"The response of listZaps is empty. Pass a status,",
		);
		await expect(
			mock.answer("listZaps", { status: 700, force: true }),
		).rejects.toThrow("/0/status must be a whole number from 200 to 599");
		await expect(
			mock.answer("listZaps", { status: 200, times: 0 }),
		).rejects.toThrow("/0/times must be a whole number");
		expect(await mock.control.faults()).toEqual([]);
	}));
