import { expect, test, vi } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { expectBetween } from "./expect-between.ts";
import { createTestMock, NO_RECORDS, type TestMock } from "./test-mock.ts";

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

test("each scenario is described in one sentence", async () => {
	await using mock = createTestMock();
	for (const { description } of (await mock.scenarios()).available)
		expect(description).toMatch(/^[A-Z][^.]+\.$/);
});

test.each([
	["normal", "200 202 202 200 201 200 200"],
	["empty", "200 202 202 200 201 200 200"],
	["unhealthy", "503 202 202 200 201 200 200"],
	["unauthorized", "200 401 401 401 401 401 200"],
	["rate-limited", "429 429 429 429 429 429 429"],
	["broken", "500 500 500 500 500 500 500"],
])(
	"%s: the operations respond with %s, only successful ones write, and only `empty` has no data",
	async (scenario, statuses) => {
		await using mock = createTestMock({ scenario });
		const before = await mock.state();
		if (scenario === "empty") expect(before).toEqual(NO_RECORDS);
		else expect(before.zaps).toHaveLength(20);
		expect(await requestAll(mock)).toBe(statuses);
		const after = Object.values(await mock.state()).flat();
		expect(after.length - Object.values(before).flat().length).toBe(
			statuses.includes("201") ? 6 : 0,
		);
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

/** Requests two operations 1,000 times in a scenario. Returns the fault, status and duration of each response. */
async function sample(scenario: string) {
	vi.useFakeTimers();
	await using mock = createTestMock({ scenario });
	const responses = Promise.allSettled(
		Array.from({ length: 1_000 }, (_, index) =>
			mock.get(index % 2 ? "/v1/health" : "/v1/zaps?limit=1"),
		),
	);
	await vi.advanceTimersByTimeAsync(60_000);
	await responses;
	vi.useRealTimers();
	const { requests } = await mock.requests();
	expect(requests).toHaveLength(1_000);
	return requests;
}

test("slow: every response takes about a second, and one in a hundred four seconds or more", async () => {
	const requests = await sample("slow");
	for (const { fault, status } of requests)
		expect(`${fault} ${status}`).toBe("delay 200");
	const durations = requests
		.map(({ durationMs }) => durationMs)
		.sort((a, b) => a - b);
	expectBetween(durations[0], 50, 500);
	expectBetween(durations[500], 900, 1_100);
	expectBetween(durations.filter((ms) => ms >= 4_000).length, 2, 30);
});

test("flaky: one response in ten is a 503, one connection in twenty is reset, and everything else works", async () => {
	const counts: Record<string, number> = {};
	for (const { fault, status } of await sample("flaky")) {
		const result = `${fault} ${status}`;
		counts[result] = (counts[result] ?? 0) + 1;
	}
	const kinds = ["null 200", "reset 0", "status 503"];
	expect(Object.keys(counts).sort()).toEqual(kinds);
	expectBetween(counts["reset 0"], 30, 73);
	expectBetween(counts["status 503"], 72, 123);
});

test("a scenario does not affect requests that match no operation", async () => {
	await using mock = createTestMock({ scenario: "broken" });
	expect(await mock.status("/v1/none")).toBe(404);
	expect((await mock.post("/v1/health", {})).status).toBe(405);
});
