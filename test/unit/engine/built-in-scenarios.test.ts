import { afterEach, expect, test, vi } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { createTestMock, NO_RECORDS, type TestMock } from "./test-mock.ts";

afterEach(() => {
	vi.useRealTimers();
});

const BODIES: Readonly<Record<string, unknown>> = {
	submitCommand: { command: "run" },
	submitPipeline: { steps: [{ command: "run" }] },
	createZap: { name: "New" },
	searchAudit: {},
};

/** Requests every operation once, in the order of `operations`. Returns the statuses. */
async function requestAll(mock: TestMock): Promise<string> {
	const statuses: number[] = [];
	for (const [id, { method, path }] of Object.entries(operations)) {
		const response =
			method === "GET" ? mock.get(path) : mock.post(path, BODIES[id]);
		statuses.push((await response).status);
	}
	return statuses.join(" ");
}

test("there are eight scenarios with one sentence each, and normal is active", async () => {
	await using mock = createTestMock();
	const { active, available } = await mock.control.scenarios();
	expect(active).toBe("normal");
	expect(available.map(({ name }) => name).join(" ")).toBe(
		"normal empty unhealthy slow flaky unauthorized rate-limited broken",
	);
	for (const { description } of available)
		expect(description).toMatch(/^[A-Z][^.]+\.$/);
});

test("empty: there is no data", async () => {
	await using mock = createTestMock({ scenario: "empty" });
	expect(await mock.control.state()).toEqual(NO_RECORDS);
});

test.each([
	["normal", "200 202 202 200 201 200 200"],
	["empty", "200 202 202 200 201 200 200"],
	["unhealthy", "503 202 202 200 201 200 200"],
	["unauthorized", "200 401 401 401 401 401 200"],
	["rate-limited", "429 429 429 429 429 429 429"],
	["broken", "500 500 500 500 500 500 500"],
])(
	"%s: the operations respond with %s, and only successful ones write",
	async (scenario, statuses) => {
		await using mock = createTestMock({ scenario });
		const countRecords = async () =>
			Object.values(await mock.control.state()).flat().length;
		const before = await countRecords();
		expect(await requestAll(mock)).toBe(statuses);
		const written = statuses.includes("201") ? 6 : 0;
		expect(await countRecords()).toBe(before + written);
	},
);

const TOO_MANY = { status: 429, title: "Too Many Requests" };
const FAILED = { status: 500, title: "Internal Server Error" };

test.each([
	["unhealthy", "/v1/health", "health.unavailable", { status: "unavailable" }],
	["unauthorized", "/v1/zaps", "auth.none, errors.problem", { status: 401 }],
	["rate-limited", "/v1/zaps", "errors.problem, limits.none", TOO_MANY],
	["broken", "/metrics", null, FAILED],
])(
	"%s: the response to %s depends on %s, whatever the credentials",
	async (scenario, path, assumptions, expected) => {
		await using mock = createTestMock({ scenario });
		const credentials = { authorization: "Bearer valid", "x-api-key": "valid" };
		const { headers, body } = await mock.get(path, credentials);
		expect(headers.get("mock-assumptions")).toBe(assumptions);
		expect(body).toMatchObject(expected);
	},
);

test("slow: every response takes about a second, and one in a hundred four seconds or more", async () => {
	vi.useFakeTimers();
	await using mock = createTestMock({ scenario: "slow" });
	const responses = Array.from({ length: 1_000 }, (_, index) =>
		mock.get(index % 2 ? "/v1/health" : "/v1/zaps?limit=1"),
	);
	await vi.advanceTimersByTimeAsync(3_600_000);
	await Promise.all(responses);
	const { requests } = await mock.control.requests({ status: 200 });
	expect(requests.every(({ fault }) => fault === "delay")).toBe(true);
	const durations = requests
		.map(({ durationMs }) => durationMs)
		.sort((a, b) => a - b);
	expect(durations).toHaveLength(1_000);
	expect(durations[0]).toBeGreaterThan(50);
	expect(durations[500]).toBeGreaterThan(900);
	expect(durations[500]).toBeLessThan(1_100);
	const slowest = durations.filter((duration) => duration >= 4_000).length;
	expect(slowest).toBeGreaterThanOrEqual(2);
	expect(slowest).toBeLessThanOrEqual(30);
});

test("flaky: one response in ten is a 503, one connection in twenty is reset, and everything else works", async () => {
	await using mock = createTestMock({ scenario: "flaky", journal: 2_000 });
	for (let index = 0; index < 2_000; index++)
		await mock.get("/v1/zaps?limit=1").catch(() => undefined);
	const { requests } = await mock.control.requests();
	const results = requests.map(({ fault, status }) => `${fault} ${status}`);
	const kinds = new Set(["null 200", "reset 0", "status 503"]);
	expect(new Set(results)).toEqual(kinds);
	const [resets, failures] = ["reset 0", "status 503"].map(
		(kind) => results.filter((result) => result === kind).length,
	);
	expect(resets).toBeGreaterThan(60);
	expect(resets).toBeLessThan(145);
	expect(failures).toBeGreaterThan(145);
	expect(failures).toBeLessThan(245);
});

test("a scenario does not affect requests that match no operation", async () => {
	await using mock = createTestMock({ scenario: "broken" });
	expect((await mock.get("/v1/none")).status).toBe(404);
	expect((await mock.post("/v1/health", {})).status).toBe(405);
});
