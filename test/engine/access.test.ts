import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { service } from "../../handlers/index.ts";
import type { Scenario } from "../../src/engine/service.ts";
import { createRateLimit } from "../../src/engine/sessions/rate-limit.ts";
import { createStage, inSession, type Stage } from "./stage.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const status = async (
	stage: Stage,
	headers: Readonly<Record<string, string>> = {},
): Promise<number> => (await stage.get("/v1/zaps?limit=1", headers)).status;

/** The status, and in how many seconds to come again where it is too early. */
async function ask(stage: Stage, session = "a"): Promise<number | string> {
	const { status, headers } = await stage.get("/v1/health", inSession(session));
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
	"takes the authorization %j with %i where it asks for a bearer token",
	async (authorization, expected) => {
		await using stage = createStage({ auth: "bearer" });
		expect(await status(stage, { authorization })).toBe(expected);
		expect(await status(stage, { "x-api-key": "k" })).toBe(401);
	},
);

test.each([
	["k", 200],
	[" k ", 200],
	["", 401],
	["  ", 401],
])("takes the key %j with %i where it asks for one", async (key, expected) => {
	await using stage = createStage({ auth: "api-key" });
	expect(await status(stage, { "x-api-key": key })).toBe(expected);
	expect(await status(stage, { authorization: "Bearer t" })).toBe(401);
});

test("asks for credentials before it looks at what was sent, and not where nothing is", async () => {
	await using stage = createStage({ auth: "bearer" });
	const { status, body, headers } = await stage.post("/v1/zaps", "no JSON");
	expect(status).toBe(401);
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toMatchObject({
		title: "Unauthorized",
		detail: expect.stringContaining("Authorization: Bearer <any token>"),
	});
	expect((await stage.get("/v1/none")).status).toBe(404);
	expect((await stage.post("/v1/health", {})).status).toBe(405);
});

test("lets a scenario ask for other credentials than the mock does", async () => {
	const own: Scenario = { description: "Keys.", auth: "api-key" };
	const scenarios = { ...service.scenarios, keys: own };
	await using stage = createStage({ auth: "bearer" }, { scenarios });
	await stage.control.session("a").setScenario("keys");
	const key = { "x-api-key": "k" };
	expect(await status(stage, { ...inSession("a"), ...key })).toBe(200);
	expect(await status(stage, key)).toBe(401);
});

test("lets as many through at once as a second has, and then one after another", async () => {
	await using stage = createStage({ rateLimit: 2 });
	expect([await ask(stage), await ask(stage), await ask(stage)]).toEqual([
		200,
		200,
		"1 s",
	]);
	vi.advanceTimersByTime(500);
	expect([await ask(stage), await ask(stage)]).toEqual([200, "1 s"]);
	vi.advanceTimersByTime(60_000);
	const after = [await ask(stage), await ask(stage), await ask(stage)];
	expect(after).toEqual([200, 200, "1 s"]);
});

test("lets one through in so many seconds where it is less than one a second", async () => {
	await using stage = createStage({ rateLimit: 0.1 });
	expect([await ask(stage), await ask(stage)]).toEqual([200, "10 s"]);
	vi.advanceTimersByTime(9_000);
	expect(await ask(stage)).toBe("1 s");
	vi.advanceTimersByTime(1_000);
	expect([await ask(stage), await ask(stage)]).toEqual([200, "10 s"]);
});

test("limits each session by itself, and every operation together", async () => {
	await using stage = createStage({ rateLimit: 1 });
	expect(await ask(stage, "a")).toBe(200);
	expect(await ask(stage, "b")).toBe(200);
	expect(await status(stage, inSession("a"))).toBe(429);
	expect((await stage.get("/metrics", inSession("a"))).status).toBe(429);
});

test("says how many a second may come", async () => {
	await using stage = createStage({ rateLimit: 1 });
	await ask(stage);
	const { body } = await stage.get("/v1/zaps", inSession("a"));
	expect(body).toMatchObject({
		status: 429,
		title: "Too Many Requests",
		detail: "More than 1 requests a second. Try again later.",
	});
});

test.each([0, -1, Number.NaN])(
	"refuses the limit %d with a reason",
	(limit) => {
		expect(() => createStage({ rateLimit: limit })).toThrow(
			`The rate limit ${limit} cannot be used`,
		);
	},
);

test.each([0.07, 0.1, 0.3, 1, 1.5, 3, 7, 1_000])(
	"is true to its word at %d a second: after so many seconds the request passes, however often it was tried",
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
	"lets no more through in the long run than %d a second",
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
