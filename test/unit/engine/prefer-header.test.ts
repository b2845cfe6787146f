import { expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { scenarios } from "../../../handlers/scenarios.ts";
import { readPreference } from "../../../src/engine/request/preference.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { createTestMock, inSession } from "./test-mock.ts";

const read = (header: string) =>
	readPreference(header, operations.listZaps, scenarios);

test.each<[header: string, applied: string[], preference?: object]>([
	["code=429", ["code=429"], { code: 429 }],
	["CODE = 429", ["code=429"], { code: 429 }],
	['code="429"', ["code=429"], { code: 429 }],
	["code=429; foo=1; bar", ["code=429"], { code: 429 }],
	["code=429, code=401", ["code=429"], { code: 429 }],
	["delay=5,,code=401", ["code=401", "delay=5"], { code: 401, delayMs: 5 }],
	[
		"code=503, delay=0",
		["code=503, forced", "delay=0"],
		{ code: 503, delayMs: 0 },
	],
	["wait=3, scenario=slow", ["scenario=slow"], { scenario: "slow" }],
	['scenario="s\\low"', ["scenario=slow"], { scenario: "slow" }],
	["respond-async", []],
	["", []],
	['note="a, code=999", delay=1', ["delay=1"], { delayMs: 1 }],
	['a="b; delay=9"; c="\\", code=9", delay=1', ["delay=1"], { delayMs: 1 }],
	['code=429; why="x, delay=9"', ["code=429"], { code: 429 }],
])("reads the preference %j as %j", (header, applied, preference) => {
	expect(read(header)).toEqual({ ...preference, applied });
});

test.each([
	"code=",
	"code=4290",
	"code=0429",
	"code=+429",
	"code",
	"code=5031",
])("rejects %j", (header) => {
	expect(read(header)).toEqual({
		invalid: expect.stringContaining(
			"200, 400, 401, 429, or a server error from 500 to 599.",
		),
	});
});

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

test("rejects a preference after a semicolon, which would be ignored", () => {
	expect(read("code=429; delay=20")).toEqual({
		invalid: `"delay=20" follows a semicolon. Separate preferences by commas: code=429, delay=20.`,
	});
	expect(read("wait=3; delay=20")).toEqual({ applied: [] });
});

test.each([
	["a fault", {}, 500],
	["an invalid session name", inSession("not a name"), 400],
])(
	"does not report a preference as applied if %s took precedence",
	async (_, session, expected) => {
		await using mock = createTestMock();
		const fault = zapsFault({ kind: "status", status: 500, force: true });
		await mock.control.setFaults([fault]);
		const sent = { prefer: "code=503", ...session };
		const { status, headers } = await mock.get("/v1/zaps", sent);
		expect(status).toBe(expected);
		expect(headers.get("preference-applied")).toBeNull();
	},
);

test("counts preferred responses and delays in the metrics, and records no fault", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/zaps", { prefer: "code=429, delay=20" });
	const { requests } = await mock.control.requests();
	expect(requests).toMatchObject([{ fault: null, status: 429 }]);
	const { body } = await mock.get("/metrics");
	expect(body).toContain(
		'http_request_duration_seconds_sum{operation="listZaps",status="429"} 0.02',
	);
});
