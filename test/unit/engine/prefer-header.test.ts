import { expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { scenarios } from "../../../handlers/scenarios.ts";
import { readPreference } from "../../../src/engine/request/preference.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { createTestMock } from "./test-mock.ts";

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
])("parses the preference %j", (header, preference) => {
	expect(read(header)).toEqual(preference);
});

test.each(["code=", "code=4290", "code=0429", "code=+429", "code", "code=503"])(
	"rejects %j",
	(header) => {
		expect(read(header)).toEqual({
			invalid: expect.stringContaining("200, 400, 401, 429"),
		});
	},
);

test("reads everything after the first equals sign as the value", () => {
	expect(read("code=429=1")).toHaveProperty("invalid");
});

test("applies no preference if one of several is invalid", () => {
	expect(read("delay=1, scenario=none")).toHaveProperty("invalid");
	expect(read("delay=x, code=429")).toHaveProperty("invalid");
});

test("responds with a preferred status despite credentials and rate limits", async () => {
	await using mock = createTestMock({ auth: "bearer", rateLimit: 0.001 });
	for (let count = 0; count < 3; count++) {
		const { status } = await mock.get("/v1/zaps", { prefer: "code=200" });
		expect(status).toBe(200);
	}
});

test("does not report a preference as applied if a fault took precedence", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults([
		zapsFault({ kind: "status", status: 500, force: true }),
	]);
	const { status, headers } = await mock.get("/v1/zaps", {
		prefer: "code=200",
	});
	expect(status).toBe(500);
	expect(headers.get("preference-applied")).toBeNull();
});

test("does not report a preference as applied if the session name is invalid", async () => {
	await using mock = createTestMock();
	const { status, headers } = await mock.get("/v1/zaps", {
		prefer: "code=429",
		"mock-session": "not a name",
	});
	expect(status).toBe(400);
	expect(headers.get("preference-applied")).toBeNull();
});

test("counts preferred responses and delays in the metrics", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/zaps", { prefer: "code=429, delay=20" });
	const { body } = await mock.get("/metrics");
	expect(body).toContain(
		'http_request_duration_seconds_sum{operation="listZaps",status="429"} 0.02',
	);
});

test("does not record a preferred delay as a fault", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/zaps", { prefer: "delay=1" });
	const { requests } = await mock.control.requests();
	expect(requests).toMatchObject([{ fault: null, status: 200 }]);
});
