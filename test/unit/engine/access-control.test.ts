import { beforeEach, expect, test, vi } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Scenario } from "../../../src/engine/model/service.ts";
import { createTestMock, inSession, type TestMock } from "./test-mock.ts";

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

const KEY = { "x-api-key": "k" };
const TOKEN = { authorization: "Bearer t" };
const PATH = "/v1/zaps?limit=1";

/** Requests `count` times. Returns each status or, for a 429, its Retry-After in seconds. */
async function send(mock: TestMock, count: number): Promise<string> {
	const results: string[] = [];
	for (let index = 0; index < count; index++) {
		const { status, headers } = await mock.get("/v1/health");
		results.push(
			status === 429 ? `${headers.get("retry-after")}s` : `${status}`,
		);
	}
	return results.join(" ");
}

const WRONG_TOKENS = ["Bearer", "Bearer ", "Basic dDp0", "t", "BearerX"];

test.each([
	["bearer", "authorization", ["Bearer t", "bearer   t"], WRONG_TOKENS, KEY],
	["api-key", "x-api-key", ["k", " k "], ["", "  "], TOKEN],
] as const)(
	"if it requires credentials of the kind %s, accepts any in the header %s, and nothing else",
	async (auth, name, accepted, rejected, other) => {
		await using mock = createTestMock({ auth });
		const send = (value: string) => mock.status(PATH, { [name]: value });
		for (const value of accepted) expect(await send(value), value).toBe(200);
		for (const value of rejected) expect(await send(value), value).toBe(401);
		expect(await mock.status(PATH, other)).toBe(401);
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
	expect(await mock.status("/v1/none")).toBe(404);
	expect((await mock.post("/v1/health", {})).status).toBe(405);
});

test("requires the credentials of the scenario instead of those of the mock", async () => {
	const own: Scenario = { description: "Keys.", auth: "api-key" };
	const scenarios = { ...service.scenarios, keys: own };
	await using mock = createTestMock({ auth: "bearer" }, { scenarios });
	await mock.session("a").setScenario("keys");
	expect(await mock.status(PATH, { ...inSession("a"), ...KEY })).toBe(200);
	expect(await mock.status(PATH, KEY)).toBe(401);
});

test.each([
	[2, "200 200 1s", 500, "200 1s", 60_000, "200 200 1s"],
	[0.1, "200 10s", 9_000, "1s", 1_000, "200 10s"],
	[0.3, "200 4s 4s 4s", 4_000, "200 4s"],
] as const)(
	"at %d per second, allows a burst of one second's worth of requests and at least one, then spaces them evenly, as Retry-After says",
	async (rateLimit, ...steps) => {
		await using mock = createTestMock({ rateLimit });
		for (const step of steps)
			if (typeof step === "number") vi.advanceTimersByTime(step);
			else expect(await send(mock, step.split(" ").length)).toBe(step);
	},
);

test("counts all operations of a session together, also in its next scenario, and each session separately", async () => {
	await using mock = createTestMock({ rateLimit: 1 });
	const [a, b] = [inSession("a"), inSession("b")];
	expect(await mock.status("/v1/health", a)).toBe(200);
	expect(await mock.status("/v1/health", b)).toBe(200);
	expect(await mock.status("/metrics", a)).toBe(429);
	await mock.session("a").setScenario("unhealthy");
	const { body } = await mock.get(PATH, a);
	expect(body).toMatchObject({
		status: 429,
		title: "Too Many Requests",
		detail:
			"The session sent more than 1 requests per second. Try again later.",
	});
});
