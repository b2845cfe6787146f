import { expect, test, vi } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Service } from "../../../src/engine/model/service.ts";
import { createTestMock, NO_RECORDS, withDefault } from "./test-mock.ts";

/** Creates a mock whose default dataset fails to load the first time. */
function createFailingMock() {
	const errors: unknown[] = [];
	let loads = 0;
	const load = async () => {
		loads += 1;
		if (loads === 1) throw new Error("no disk");
		return NO_RECORDS;
	};
	const onError = (error: unknown): unknown => errors.push(error);
	const mock = createTestMock({ onError }, withDefault(load));
	return { ...mock, errors, countLoads: () => loads };
}

test("reports an internal error if a dataset fails to load, and loads it again for the next request", async () => {
	await using mock = createFailingMock();
	const { status, headers, body } = await mock.get("/v1/zaps");
	expect(status).toBe(500);
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({
		title: "Internal Server Error",
		detail: expect.stringContaining("The mock failed"),
	});
	expect(mock.errors).toEqual([new Error("no disk")]);
	expect(await mock.names()).toEqual([]);
	const { requests } = await mock.requests();
	expect(requests).toMatchObject([{ status: 200 }, { status: 500 }]);
});

test("builds the dataset of the default session ahead of its first request", async () => {
	await using mock = createFailingMock();
	await mock.core.preload();
	expect(mock.countLoads()).toBe(1);
	await mock.core.preload();
	expect(await mock.names()).toEqual([]);
	expect(mock.countLoads()).toBe(2);
});

/** Replaces the handlers of all operations. */
const replyWith = (createBody: () => object): Pick<Service, "operations"> => ({
	operations: service.operations.map((operation) => ({
		...operation,
		handle: async () => ({ status: 200, body: createBody() }),
	})),
});

test("sends what a handler replies with now, and not what it replied with before", async () => {
	const body = { count: 0 };
	const parts = replyWith(() => Object.assign(body, { count: body.count + 1 }));
	await using mock = createTestMock({}, parts);
	expect((await mock.get("/v1/zaps")).body).toEqual({ count: 1 });
	expect((await mock.get("/v1/zaps")).body).toEqual({ count: 2 });
});

test("uses the reason of the status for a problem that the OpenAPI document does not list", async () => {
	const operations = service.operations.map((operation) => {
		const { rateLimited: _, ...problems } = operation.spec.problems;
		const { 429: __, ...responses } = operation.spec.responses;
		return { ...operation, spec: { ...operation.spec, problems, responses } };
	});
	const scenarios = { normal: { description: "Everything works." } };
	const parts = { operations, scenarios };
	await using mock = createTestMock({ rateLimit: 1 }, parts);
	await mock.get("/v1/zaps");
	expect(await mock.get("/v1/zaps")).toMatchObject({
		status: 429,
		body: { title: "Too Many Requests", status: 429 },
	});
});

test("reports an internal error if a response cannot be serialized", async () => {
	const errors: unknown[] = [];
	const onError = (error: unknown): unknown => errors.push(error);
	const parts = replyWith(() => ({ count: 1n }));
	await using mock = createTestMock({ onError }, parts);
	expect((await mock.get("/v1/zaps")).status).toBe(500);
	expect(errors).toEqual([expect.any(TypeError)]);
	expect(await mock.requests()).toMatchObject({ requests: [{ status: 500 }] });
});

test("reads bodies where Blob cannot be read, as in jsdom", async () => {
	vi.stubGlobal("Blob", class {});
	await using mock = createTestMock();
	expect((await mock.post("/v1/zaps", { name: "A" })).status).toBe(201);
	vi.unstubAllGlobals();
});

test("does not take a body that was read before for an incomplete one", async () => {
	await using mock = createTestMock();
	const init = { method: "POST", body: "{}" };
	const request = new Request("http://zaps.test/v1/zaps", init);
	await request.text();
	await expect(mock.core.fetch(request)).rejects.toThrow("read before");
});
