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

/** Requests `count` times. Returns each status or, for a 429, its Retry-After in seconds. */
async function send(mock: TestMock, count: number, session = "a") {
	const results: (number | string)[] = [];
	for (let index = 0; index < count; index++) {
		const response = await mock.get("/v1/health", inSession(session));
		const { status, headers } = response;
		results.push(status === 429 ? `${headers.get("retry-after")} s` : status);
	}
	return results;
}

test.each<["bearer" | "api-key", string, number]>([
	["bearer", "Bearer t", 200],
	["bearer", "bearer   t", 200],
	["bearer", "Bearer", 401],
	["bearer", "Bearer ", 401],
	["bearer", "Basic dDp0", 401],
	["bearer", "t", 401],
	["bearer", "BearerX", 401],
	["api-key", "k", 200],
	["api-key", " k ", 200],
	["api-key", "", 401],
	["api-key", "  ", 401],
])(
	"if it requires credentials of the kind %s, responds to %j with %i",
	async (auth, value, expected) => {
		await using mock = createTestMock({ auth });
		const [name, other] =
			auth === "bearer"
				? ["authorization", { "x-api-key": "k" }]
				: ["x-api-key", { authorization: "Bearer t" }];
		expect(await status(mock, { [name]: value })).toBe(expected);
		expect(await status(mock, other)).toBe(401);
	},
);

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
	expect(await send(mock, 3)).toEqual([200, 200, "1 s"]);
	vi.advanceTimersByTime(500);
	expect(await send(mock, 2)).toEqual([200, "1 s"]);
	vi.advanceTimersByTime(60_000);
	expect(await send(mock, 3)).toEqual([200, 200, "1 s"]);
});

test("supports limits below one request per second", async () => {
	await using mock = createTestMock({ rateLimit: 0.1 });
	expect(await send(mock, 2)).toEqual([200, "10 s"]);
	vi.advanceTimersByTime(9_000);
	expect(await send(mock, 1)).toEqual(["1 s"]);
	vi.advanceTimersByTime(1_000);
	expect(await send(mock, 2)).toEqual([200, "10 s"]);
});

test("counts all operations of a session together, and each session separately", async () => {
	await using mock = createTestMock({ rateLimit: 1 });
	expect(await send(mock, 1, "a")).toEqual([200]);
	expect(await send(mock, 1, "b")).toEqual([200]);
	expect((await mock.get("/metrics", inSession("a"))).status).toBe(429);
	const { body } = await mock.get("/v1/zaps", inSession("a"));
	expect(body).toMatchObject({
		status: 429,
		title: "Too Many Requests",
		detail:
			"The session sent more than 1 requests per second. Try again later.",
	});
});

test.each([0, -1, Number.NaN])("rejects the rate limit %d", (rateLimit) => {
	const create = () => createTestMock({ rateLimit });
	expect(create).toThrow(`Invalid rate limit ${rateLimit}`);
});

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
		const most = 100 * perSecond + Math.max(1, perSecond);
		expect(passed).toBeLessThanOrEqual(most);
		expect(passed).toBeGreaterThanOrEqual(95 * perSecond);
	},
);
