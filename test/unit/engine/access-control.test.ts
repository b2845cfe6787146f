import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Scenario } from "../../../src/engine/service.ts";
import { createRateLimit } from "../../../src/engine/sessions/rate-limit.ts";
import { createTestMock, inSession, type TestMock } from "./test-mock.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const status = async (
	mock: TestMock,
	headers: Readonly<Record<string, string>> = {},
): Promise<number> => (await mock.get("/v1/zaps?limit=1", headers)).status;

/** Returns the status of a request or, for a 429, its Retry-After in seconds. */
async function send(mock: TestMock, session = "a"): Promise<number | string> {
	const { status, headers } = await mock.get("/v1/health", inSession(session));
	return status === 429 ? `${headers.get("retry-after")} s` : status;
}

test.each([
	["Bearer t", 200],
	["bearer   t", 200],
	["Bearer", 401],
	["Bearer ", 401],
	["Basic dDp0", 401],
	["t", 401],
	["BearerX", 401],
])(
	"responds to the Authorization header %j with %i when it requires a bearer token",
	async (authorization, expected) => {
		await using mock = createTestMock({ auth: "bearer" });
		expect(await status(mock, { authorization })).toBe(expected);
		expect(await status(mock, { "x-api-key": "k" })).toBe(401);
	},
);

test.each([
	["k", 200],
	[" k ", 200],
	["", 401],
	["  ", 401],
])("responds to the API key %j with %i", async (key, expected) => {
	await using mock = createTestMock({ auth: "api-key" });
	expect(await status(mock, { "x-api-key": key })).toBe(expected);
	expect(await status(mock, { authorization: "Bearer t" })).toBe(401);
});

test("checks credentials after the path and method, and before the body", async () => {
	await using mock = createTestMock({ auth: "bearer" });
	const { status, body, headers } = await mock.post("/v1/zaps", "no JSON");
	expect(status).toBe(401);
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toMatchObject({
		title: "Unauthorized",
		detail: expect.stringContaining("Authorization: Bearer <any token>"),
	});
	expect((await mock.get("/v1/none")).status).toBe(404);
	expect((await mock.post("/v1/health", {})).status).toBe(405);
});

test("requires the credentials of the scenario instead of those of the mock", async () => {
	const own: Scenario = { description: "Keys.", auth: "api-key" };
	const scenarios = { ...service.scenarios, keys: own };
	await using mock = createTestMock({ auth: "bearer" }, { scenarios });
	await mock.control.session("a").setScenario("keys");
	const key = { "x-api-key": "k" };
	expect(await status(mock, { ...inSession("a"), ...key })).toBe(200);
	expect(await status(mock, key)).toBe(401);
});

test("allows a burst of one second's worth of requests, then spaces them evenly", async () => {
	await using mock = createTestMock({ rateLimit: 2 });
	expect([await send(mock), await send(mock), await send(mock)]).toEqual([
		200,
		200,
		"1 s",
	]);
	vi.advanceTimersByTime(500);
	expect([await send(mock), await send(mock)]).toEqual([200, "1 s"]);
	vi.advanceTimersByTime(60_000);
	const after = [await send(mock), await send(mock), await send(mock)];
	expect(after).toEqual([200, 200, "1 s"]);
});

test("supports limits below one request per second", async () => {
	await using mock = createTestMock({ rateLimit: 0.1 });
	expect([await send(mock), await send(mock)]).toEqual([200, "10 s"]);
	vi.advanceTimersByTime(9_000);
	expect(await send(mock)).toBe("1 s");
	vi.advanceTimersByTime(1_000);
	expect([await send(mock), await send(mock)]).toEqual([200, "10 s"]);
});

test("counts all operations of a session together, and each session separately", async () => {
	await using mock = createTestMock({ rateLimit: 1 });
	expect(await send(mock, "a")).toBe(200);
	expect(await send(mock, "b")).toBe(200);
	expect(await status(mock, inSession("a"))).toBe(429);
	expect((await mock.get("/metrics", inSession("a"))).status).toBe(429);
});

test("states the limit in the 429 response", async () => {
	await using mock = createTestMock({ rateLimit: 1 });
	await send(mock);
	const { body } = await mock.get("/v1/zaps", inSession("a"));
	expect(body).toMatchObject({
		status: 429,
		title: "Too Many Requests",
		detail:
			"The session sent more than 1 requests per second. Try again later.",
	});
});

test.each([0, -1, Number.NaN])(
	"rejects the rate limit %d with a reason",
	(limit) => {
		expect(() => createTestMock({ rateLimit: limit })).toThrow(
			`Invalid rate limit ${limit}`,
		);
	},
);

test.each([0.07, 0.1, 0.3, 1, 1.5, 3, 7, 1_000])(
	"accepts a request after its Retry-After at %d per second, however often the client tried before",
	(perSecond) => {
		const limit = createRateLimit(perSecond);
		let now = 17.123;
		for (let round = 0; round < 200; round++) {
			const seconds = limit.acquire(now);
			if (seconds === 0) continue;
			expect(Number.isInteger(seconds)).toBe(true);
			const promised = now + seconds * 1_000;
			const step = (seconds * 1_000) / 7;
			for (now += step; now < promised - step / 2; now += step)
				if (limit.acquire(now) === 0) break;
				else expect(limit.acquire(now)).toBeLessThanOrEqual(seconds);
			if (now < promised - step / 2) continue;
			now = promised;
			expect(limit.acquire(now)).toBe(0);
		}
	},
);

test.each([0.1, 2, 10])(
	"allows at most %d requests per second in the long run",
	(perSecond) => {
		const limit = createRateLimit(perSecond);
		let passed = 0;
		for (let now = 0; now <= 100_000; now += 13)
			if (limit.acquire(now) === 0) passed += 1;
		expect(passed).toBeLessThanOrEqual(
			100 * perSecond + Math.max(1, perSecond),
		);
		expect(passed).toBeGreaterThanOrEqual(95 * perSecond);
	},
);
