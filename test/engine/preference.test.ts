import { expect, test } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import { scenarios } from "../../handlers/scenarios.ts";
import { readPreference } from "../../src/engine/request/preference.ts";
import { createStage, onZaps } from "./stage.ts";

const read = (header: string) =>
	readPreference(header, operations.listZaps, scenarios);

test.each([
	["code=429", { code: 429, applied: ["code=429"] }],
	["CODE = 429", { code: 429, applied: ["code=429"] }],
	['code="429"', { code: 429, applied: ["code=429"] }],
	["code=429; foo=1; bar", { code: 429, applied: ["code=429"] }],
	["code=429, code=401", { code: 429, applied: ["code=429"] }],
	[
		"delay=5,,code=401",
		{ code: 401, delayMs: 5, applied: ["code=401", "delay=5"] },
	],
	["delay=0", { delayMs: 0, applied: ["delay=0"] }],
	[
		"wait=3, scenario=rate-limited",
		{ scenario: "rate-limited", applied: ["scenario=rate-limited"] },
	],
	[
		'scenario="rate\\-limited"',
		{ scenario: "rate-limited", applied: ["scenario=rate-limited"] },
	],
	["respond-async", { applied: [] }],
	["", { applied: [] }],
	['note="a, code=999", delay=1', { delayMs: 1, applied: ["delay=1"] }],
	[
		'note="a; delay=9"; x="\\", code=999", delay=1',
		{ delayMs: 1, applied: ["delay=1"] },
	],
	['code=429; why="x, delay=9"', { code: 429, applied: ["code=429"] }],
])("reads the preference %j", (header, preference) => {
	expect(read(header)).toEqual(preference);
});

test.each(["code=", "code=4290", "code=0429", "code=+429", "code", "code=503"])(
	"cannot meet %j",
	(header) => {
		expect(read(header)).toEqual({
			invalid: expect.stringContaining("200, 400, 401, 429"),
		});
	},
);

test("takes all that follows the first equals sign for the value", () => {
	expect(read("code=429=1")).toHaveProperty("invalid");
});

test("cannot meet one of several, and then meets none", () => {
	expect(read("delay=1, scenario=none")).toHaveProperty("invalid");
	expect(read("delay=x, code=429")).toHaveProperty("invalid");
});

test("is met beside credentials and limits, which a preferred answer passes by", async () => {
	await using stage = createStage({ auth: "bearer", rateLimit: 0.001 });
	for (let count = 0; count < 3; count++) {
		const { status } = await stage.get("/v1/zaps", { prefer: "code=200" });
		expect(status).toBe(200);
	}
});

test("is not said to be applied where a fault came in its place", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({ kind: "status", status: 500, force: true }),
	]);
	const { status, headers } = await stage.get("/v1/zaps", {
		prefer: "code=200",
	});
	expect(status).toBe(500);
	expect(headers.get("preference-applied")).toBeNull();
});

test("is not said to be applied where the session was refused", async () => {
	await using stage = createStage();
	const { status, headers } = await stage.get("/v1/zaps", {
		prefer: "code=429",
		"mock-session": "not a name",
	});
	expect(status).toBe(400);
	expect(headers.get("preference-applied")).toBeNull();
});

test("counts a preferred answer, and a preferred delay, in the metrics", async () => {
	await using stage = createStage();
	await stage.get("/v1/zaps", { prefer: "code=429, delay=20" });
	const { body } = await stage.get("/metrics");
	expect(body).toContain(
		'http_request_duration_seconds_sum{operation="listZaps",status="429"} 0.02',
	);
});

test("tells a delay that was preferred as no fault", async () => {
	await using stage = createStage();
	await stage.get("/v1/zaps", { prefer: "delay=1" });
	const { requests } = await stage.control.requests();
	expect(requests).toMatchObject([{ fault: null, status: 200 }]);
});
