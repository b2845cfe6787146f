import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import { createTestMock } from "./test-mock.ts";

test("reports an internal error if a dataset fails to load, and loads it again for the next request", async () => {
	const errors: unknown[] = [];
	let failures = 1;
	const datasets = {
		...service.datasets,
		async default() {
			if (failures-- > 0) throw new Error("no disk");
			return { zaps: [], commands: [], pipelines: [], audit: [] };
		},
	};
	await using mock = createTestMock(
		{ onError: (error) => errors.push(error) },
		{ datasets },
	);
	const { status, headers, body } = await mock.get("/v1/zaps");
	expect(status).toBe(500);
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({
		title: "Internal Server Error",
		detail: expect.stringContaining("The mock failed"),
	});
	expect(errors).toEqual([new Error("no disk")]);
	expect(await mock.names()).toEqual([]);
	const { requests } = await mock.control.requests();
	expect(requests.map((request) => request.status)).toEqual([200, 500]);
});

test("builds the dataset of the default session ahead of its first request", async () => {
	let builds = 0;
	const datasets = {
		...service.datasets,
		async default() {
			builds += 1;
			if (builds === 1) throw new Error("no disk");
			return { zaps: [], commands: [], pipelines: [], audit: [] };
		},
	};
	await using mock = createTestMock({}, { datasets });
	await mock.core.preload();
	expect(builds).toBe(1);
	await mock.core.preload();
	expect(await mock.names()).toEqual([]);
	expect(builds).toBe(2);
});

test("sends what a handler replies with now, and not what it replied with before", async () => {
	const body = { count: 0 };
	const operations = service.operations.map((operation) => ({
		...operation,
		async handle() {
			body.count += 1;
			return { status: 200, body };
		},
	}));
	await using mock = createTestMock({}, { operations });
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
	await using mock = createTestMock(
		{ rateLimit: 1 },
		{ operations, scenarios },
	);
	await mock.get("/v1/zaps");
	expect(await mock.get("/v1/zaps")).toMatchObject({
		status: 429,
		body: { title: "Too Many Requests", status: 429 },
	});
});

test("reports an internal error if a response cannot be serialized", async () => {
	const errors: unknown[] = [];
	const operations = service.operations.map((operation) => ({
		...operation,
		handle: async () => ({ status: 200, body: { count: 1n } }),
	}));
	await using mock = createTestMock(
		{ onError: (error) => errors.push(error) },
		{ operations },
	);
	expect((await mock.get("/v1/zaps")).status).toBe(500);
	expect(errors).toEqual([expect.any(TypeError)]);
	const { requests } = await mock.control.requests();
	expect(requests.map(({ status }) => status)).toEqual([500]);
});

test("ends up in the last of several scenarios set at once", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	await Promise.all([
		control.setScenario("empty"),
		control.setScenario("unhealthy"),
		control.setScenario("normal"),
	]);
	expect(await control.scenarios()).toMatchObject({ active: "normal" });
	expect(await mock.names()).toHaveLength(20);
	await control.setScenario("empty");
	expect(await mock.names()).toEqual([]);
});

test("completes a pending request in the scenario that it started in", async () => {
	await using mock = createTestMock({ dataset: "empty", scenario: "empty" });
	const pending = mock.post(
		"/v1/zaps",
		{ name: "Late" },
		{ prefer: "delay=50" },
	);
	await setTimeout(5);
	await mock.control.setScenario("normal");
	expect((await pending).status).toBe(201);
	expect(await mock.names()).toEqual([]);
	await mock.control.setScenario("empty");
	expect(await mock.names()).toEqual([]);
});
