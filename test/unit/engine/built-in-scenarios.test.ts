import { afterEach, expect, test, vi } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import {
	createTestMock,
	type ReadResponse,
	type TestMock,
} from "./test-mock.ts";

afterEach(() => {
	vi.useRealTimers();
});

const BODIES: Readonly<Record<string, unknown>> = {
	submitCommand: { command: "run" },
	submitPipeline: { steps: [{ command: "run" }] },
	createZap: { name: "New" },
	searchAudit: {},
};

/** Requests every operation once. Returns the statuses, 0 for a broken connection. */
async function requestAll(mock: TestMock): Promise<Record<string, number>> {
	const statuses: Record<string, number> = {};
	for (const [id, { method, path }] of Object.entries(operations)) {
		const response =
			method === "GET" ? mock.get(path) : mock.post(path, BODIES[id]);
		const { status } = await response.catch(
			(): Partial<ReadResponse> => ({ status: 0 }),
		);
		statuses[id] = status ?? 0;
	}
	return statuses;
}

const SUCCESS = {
	getHealth: 200,
	submitCommand: 202,
	submitPipeline: 202,
	listZaps: 200,
	createZap: 201,
	searchAudit: 200,
	getMetrics: 200,
};
const allWith = (status: number) =>
	Object.fromEntries(Object.keys(SUCCESS).map((id) => [id, status]));

test("there are eight scenarios with one sentence each, and normal is active", async () => {
	await using mock = createTestMock();
	const { active, available } = await mock.control.scenarios();
	expect(active).toBe("normal");
	expect(available.map(({ name }) => name)).toEqual([
		"normal",
		"empty",
		"unhealthy",
		"slow",
		"flaky",
		"unauthorized",
		"rate-limited",
		"broken",
	]);
	for (const { description } of available)
		expect(description).toMatch(/^[A-Z][^.]+\.$/);
});

test("normal: everything works", async () => {
	await using mock = createTestMock({ scenario: "normal" });
	expect(await requestAll(mock)).toEqual(SUCCESS);
});

test("empty: everything works, but there is no data", async () => {
	await using mock = createTestMock({ scenario: "empty" });
	expect(await mock.control.state()).toEqual({
		zaps: [],
		commands: [],
		pipelines: [],
		audit: [],
	});
	expect(await requestAll(mock)).toEqual(SUCCESS);
	expect(await mock.names()).toEqual(["New"]);
});

test("unhealthy: the health check reports that the service is unavailable, and everything else works", async () => {
	await using mock = createTestMock({ scenario: "unhealthy" });
	expect(await requestAll(mock)).toEqual({ ...SUCCESS, getHealth: 503 });
	const { body, headers } = await mock.get("/v1/health");
	expect(body).toEqual({ status: "unavailable" });
	expect(headers.get("mock-assumptions")).toBe("health.unavailable");
});

test("slow: every response takes about a second, and one in a hundred four seconds or more", async () => {
	vi.useFakeTimers();
	await using mock = createTestMock({ scenario: "slow" });
	const durations: number[] = [];
	for (let index = 0; index < 1_000; index++) {
		const response = mock.get(index % 2 ? "/v1/health" : "/v1/zaps?limit=1");
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect((await response).status).toBe(200);
		const { requests } = await mock.control.requests({ limit: 1 });
		expect(requests[0]?.fault).toBe("delay");
		durations.push(Number(requests[0]?.durationMs));
	}
	durations.sort((a, b) => a - b);
	expect(durations[0]).toBeGreaterThan(50);
	expect(durations[500]).toBeGreaterThan(900);
	expect(durations[500]).toBeLessThan(1_100);
	const slowest = durations.filter((duration) => duration >= 4_000).length;
	expect(slowest).toBeGreaterThanOrEqual(2);
	expect(slowest).toBeLessThanOrEqual(30);
});

test("flaky: one response in ten is a 503, one connection in twenty is reset, and everything else works", async () => {
	await using mock = createTestMock({ scenario: "flaky" });
	const counts = new Map<number, number>();
	for (let index = 0; index < 2_000; index++) {
		const { status } = await mock
			.get("/v1/zaps?limit=1")
			.catch(() => ({ status: 0 }));
		counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	expect([...counts.keys()].sort()).toEqual([0, 200, 503]);
	expect(counts.get(0)).toBeGreaterThan(60);
	expect(counts.get(0)).toBeLessThan(145);
	expect(counts.get(503)).toBeGreaterThan(145);
	expect(counts.get(503)).toBeLessThan(245);
	const { requests } = await mock.control.requests();
	expect(new Set(requests.map(({ fault }) => fault))).toEqual(
		new Set([null, "status", "reset"]),
	);
});

test("unauthorized: every operation that lists 401 rejects all credentials", async () => {
	await using mock = createTestMock({ scenario: "unauthorized" });
	expect(await requestAll(mock)).toEqual({
		...allWith(401),
		getHealth: 200,
		getMetrics: 200,
	});
	const { headers, body } = await mock.get("/v1/zaps", {
		authorization: "Bearer valid",
		"x-api-key": "valid",
	});
	expect(headers.get("www-authenticate")).toBe("Bearer");
	expect(headers.get("mock-assumptions")).toContain("auth.none");
	expect(body).toMatchObject({ status: 401, title: "Unauthorized" });
});

test("rate-limited: every request exceeds the limit", async () => {
	await using mock = createTestMock({ scenario: "rate-limited" });
	expect(await requestAll(mock)).toEqual(allWith(429));
	const { headers, body } = await mock.get("/v1/zaps");
	expect(headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
	expect(headers.get("mock-assumptions")).toContain("limits.none");
	expect(body).toMatchObject({ status: 429, title: "Too Many Requests" });
});

test("broken: every operation fails with 500", async () => {
	await using mock = createTestMock({ scenario: "broken" });
	const before = await mock.control.state();
	expect(await requestAll(mock)).toEqual(allWith(500));
	expect(await mock.control.state()).toEqual(before);
	const { headers, body } = await mock.get("/metrics");
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({ status: 500, title: "Internal Server Error" });
});

test("a scenario does not affect requests that match no operation", async () => {
	await using mock = createTestMock({ scenario: "broken" });
	expect((await mock.get("/v1/none")).status).toBe(404);
	expect((await mock.post("/v1/health", {})).status).toBe(405);
});
