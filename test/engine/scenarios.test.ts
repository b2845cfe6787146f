import { afterEach, expect, test, vi } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import { type Answered, createStage, type Stage } from "./stage.ts";

afterEach(() => {
	vi.useRealTimers();
});

const BODIES: Readonly<Record<string, unknown>> = {
	submitCommand: { command: "run" },
	submitPipeline: { steps: [{ command: "run" }] },
	createZap: { name: "New" },
	searchAudit: {},
};

/** The status of every operation, asked once each; 0 for a broken connection. */
async function statuses(stage: Stage): Promise<Record<string, number>> {
	const answered: Record<string, number> = {};
	for (const [id, { method, path }] of Object.entries(operations)) {
		const asked =
			method === "GET" ? stage.get(path) : stage.post(path, BODIES[id]);
		const answer = await asked.catch((): Partial<Answered> => ({ status: 0 }));
		answered[id] = answer.status ?? 0;
	}
	return answered;
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
const every = (status: number) =>
	Object.fromEntries(Object.keys(SUCCESS).map((id) => [id, status]));

test("there are eight, each with one sentence, and normal is in force", async () => {
	await using stage = createStage();
	const { active, available } = await stage.control.scenarios();
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
	await using stage = createStage({ scenario: "normal" });
	expect(await statuses(stage)).toEqual(SUCCESS);
});

test("empty: everything works, and there is no data yet", async () => {
	await using stage = createStage({ scenario: "empty" });
	expect(await stage.control.state()).toEqual({
		zaps: [],
		commands: [],
		pipelines: [],
		audit: [],
	});
	expect(await statuses(stage)).toEqual(SUCCESS);
	expect(await stage.names()).toEqual(["New"]);
});

test("unhealthy: the health check says that the service is unavailable; all else works", async () => {
	await using stage = createStage({ scenario: "unhealthy" });
	expect(await statuses(stage)).toEqual({ ...SUCCESS, getHealth: 503 });
	const { body, headers } = await stage.get("/v1/health");
	expect(body).toEqual({ status: "unavailable" });
	expect(headers.get("mock-assumptions")).toBe("health.unavailable");
});

test("slow: every answer takes about a second, one in a hundred four seconds or more", async () => {
	vi.useFakeTimers();
	await using stage = createStage({ scenario: "slow" });
	const durations: number[] = [];
	for (let index = 0; index < 1_000; index++) {
		const answer = stage.get(index % 2 ? "/v1/health" : "/v1/zaps?limit=1");
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect((await answer).status).toBe(200);
		const { requests } = await stage.control.requests({ limit: 1 });
		expect(requests[0]?.fault).toBe("delay");
		durations.push(Number(requests[0]?.durationMs));
	}
	durations.sort((a, b) => a - b);
	expect(durations[0]).toBeGreaterThan(50);
	expect(durations[500]).toBeGreaterThan(900);
	expect(durations[500]).toBeLessThan(1_100);
	const late = durations.filter((duration) => duration >= 4_000).length;
	expect(late).toBeGreaterThanOrEqual(2);
	expect(late).toBeLessThanOrEqual(30);
});

test("flaky: one answer in ten is a 503, one connection in twenty is reset, and all else works", async () => {
	await using stage = createStage({ scenario: "flaky" });
	const counts = new Map<number, number>();
	for (let index = 0; index < 2_000; index++) {
		const { status } = await stage
			.get("/v1/zaps?limit=1")
			.catch(() => ({ status: 0 }));
		counts.set(status, (counts.get(status) ?? 0) + 1);
	}
	expect([...counts.keys()].sort()).toEqual([0, 200, 503]);
	expect(counts.get(0)).toBeGreaterThan(60);
	expect(counts.get(0)).toBeLessThan(145);
	expect(counts.get(503)).toBeGreaterThan(145);
	expect(counts.get(503)).toBeLessThan(245);
	const { requests } = await stage.control.requests();
	expect(new Set(requests.map(({ fault }) => fault))).toEqual(
		new Set([null, "status", "reset"]),
	);
});

test("unauthorized: every operation that may ask for credentials refuses those it gets", async () => {
	await using stage = createStage({ scenario: "unauthorized" });
	expect(await statuses(stage)).toEqual({
		...every(401),
		getHealth: 200,
		getMetrics: 200,
	});
	const { headers, body } = await stage.get("/v1/zaps", {
		authorization: "Bearer valid",
		"x-api-key": "valid",
	});
	expect(headers.get("www-authenticate")).toBe("Bearer");
	expect(headers.get("mock-assumptions")).toContain("auth.none");
	expect(body).toMatchObject({ status: 401, title: "Unauthorized" });
});

test("rate-limited: every request is one too many", async () => {
	await using stage = createStage({ scenario: "rate-limited" });
	expect(await statuses(stage)).toEqual(every(429));
	const { headers, body } = await stage.get("/v1/zaps");
	expect(headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
	expect(headers.get("mock-assumptions")).toContain("limits.none");
	expect(body).toMatchObject({ status: 429, title: "Too Many Requests" });
});

test("broken: every operation fails with 500", async () => {
	await using stage = createStage({ scenario: "broken" });
	const before = await stage.control.state();
	expect(await statuses(stage)).toEqual(every(500));
	expect(await stage.control.state()).toEqual(before);
	const { headers, body } = await stage.get("/metrics");
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({ status: 500, title: "Internal Server Error" });
});

test("a scenario leaves alone what no operation answers", async () => {
	await using stage = createStage({ scenario: "broken" });
	expect((await stage.get("/v1/none")).status).toBe(404);
	expect((await stage.post("/v1/health", {})).status).toBe(405);
});
