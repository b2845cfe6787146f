import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type ZapsClient } from "../../contracts/client.ts";
import { setupMock } from "../../src/node.ts";

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

test("a status is answered as the document shows it", () =>
	mock.run(async () => {
		await mock.answer("listZaps", 401);
		const { status, body, response } = await list();
		expect(status).toBe(401);
		expect(body).toMatchObject({ status: 401, title: "Unauthorized" });
		expect(response.headers.get("www-authenticate")).toBe("Bearer");
		expect((await client.GET("/v1/health")).response.status).toBe(200);
	}));

test("any service can fail, whatever its document lists", () =>
	mock.run(async () => {
		await mock.answer("listZaps", 503);
		const { status, body, response } = await list();
		expect(status).toBe(503);
		expect(body).toMatchObject({ status: 503 });
		expect(response.headers.get("mock-assumptions")).toBeNull();
	}));

test("a body of one's own is answered with success", () =>
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

test("the latest answer comes first, and is spent after so many times", () =>
	mock.run({ scenario: "broken" }, async () => {
		await mock.answer("listZaps", 401);
		await mock.answer("listZaps", { status: 429, times: 2 });
		const statuses = [];
		for (const _ of [1, 2, 3]) statuses.push((await list()).status);
		expect(statuses).toEqual([429, 429, 401]);
		await mock.clearFaults();
		expect((await list()).status).toBe(500);
	}));

test("answers that are given at once all count", () =>
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

test("an answer can come late, and be the usual one", () =>
	mock.run(async () => {
		await mock.answer("listZaps", { delayMs: 60, times: 1 });
		const begun = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - begun).toBeGreaterThan(55);
		expect(await mock.control.faults()).toEqual([]);
	}));

test("an answer does nothing besides", () =>
	mock.run({ dataset: "empty" }, async () => {
		await mock.answer("createZap", { status: 201, times: 1 });
		const { response } = await client.POST("/v1/zaps", { body: { name: "A" } });
		expect(response.status).toBe(201);
		expect((await mock.state()).zaps).toEqual([]);
		expect(await mock.countRequests({ operation: "createZap" })).toBe(1);
	}));

test("what the service never promised has to be forced", () =>
	mock.run(async () => {
		// @ts-expect-error the document does not list it
		await expect(mock.answer("listZaps", 404)).rejects.toThrow(
			"listZaps does not answer with 404: the document lists 200, 400, 401, 429. Use one of those or any from 500 on, or add force: true to answer with it all the same.",
		);
		await mock.answer("listZaps", { status: 404, force: true, body: "gone" });
		expect((await list()).status).toBe(404);
	}));

test("every operation can be answered otherwise at once", () =>
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

test("what not every operation promised has to be forced for all", () =>
	mock.run(async () => {
		// @ts-expect-error not every operation answers with it
		await expect(mock.answer("*", 404)).rejects.toThrow(
			"Not every operation answers with 404. Use a status from 500 on, or add force: true to answer with it all the same.",
		);
		// @ts-expect-error no status is the success of all
		await expect(mock.answer("*", { body: "gone" })).rejects.toThrow(
			"A body or headers for all operations need a status, since not all succeed with the same one. Give it too.",
		);
		await expect(mock.answer("*", { delayMs: 1, body: "" })).rejects.toThrow(
			"need a status",
		);
		expect(await mock.control.faults()).toEqual([]);
	}));

test("what cannot be is refused with a reason", () =>
	mock.run(async () => {
		// @ts-expect-error there is no such operation
		await expect(mock.answer("deleteZap", 500)).rejects.toThrow(
			'There is no operation "deleteZap". Use one of getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics, or * for all.',
		);
		await expect(
			// @ts-expect-error it is misspelt
			mock.answer("listZaps", { staus: 503, body: {} }),
		).rejects.toThrow(
			'An answer has no member "staus". Use status, body, headers,',
		);
		await expect(mock.answer("listZaps", {})).rejects.toThrow(
			"The answer to listZaps says nothing",
		);
		await expect(
			mock.answer("listZaps", { status: 700, force: true }),
		).rejects.toThrow("/0/status must be a whole number from 200 to 599");
		await expect(
			mock.answer("listZaps", { status: 200, times: 0 }),
		).rejects.toThrow("/0/times must be a whole number");
		expect(await mock.control.faults()).toEqual([]);
	}));
