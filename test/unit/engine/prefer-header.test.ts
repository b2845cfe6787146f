import { expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { scenarios } from "../../../handlers/scenarios.ts";
import { readPreference } from "../../../src/engine/request/preference.ts";
import { zapsFault } from "../../support/zaps-fault.ts";
import { createTestMock, inSession } from "./test-mock.ts";

const prefer = (preference: string) => ({ prefer: preference });
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
	["wait=3; delay=20", []],
	["", []],
	['note="a, code=999", delay=1', ["delay=1"], { delayMs: 1 }],
	['a="b; delay=9"; c="\\", code=9", delay=1', ["delay=1"], { delayMs: 1 }],
	['code=429; why="x, delay=9"', ["code=429"], { code: 429 }],
])("reads the preference %j as %j", (header, applied, preference) => {
	expect(read(header)).toEqual({ ...preference, applied });
});

const CODES =
	"for listZaps. Use one of 200, 400, 401, 429, or a server error from 500 to 599.";
const SCENARIOS = "Available: normal, empty,";
const DELAYS = "Use a whole number of milliseconds from 0 to 600000.";

test.each([
	["code", CODES],
	["code=", CODES],
	["code=404", CODES],
	["code=4290", CODES],
	["code=0429", CODES],
	["code=+429", CODES],
	["code=5031", CODES],
	["code=default", CODES],
	["code=429=1", CODES],
	["scenario=nowhere", SCENARIOS],
	["scenario=toString", SCENARIOS],
	["delay=1, scenario=none", SCENARIOS],
	["delay=soon", DELAYS],
	["delay=-1", DELAYS],
	["delay=1e3", DELAYS],
	["delay=5=0", DELAYS],
	["delay=600001", DELAYS],
	["delay=x, code=429", DELAYS],
	[
		"code=429; delay=20",
		'"delay=20" follows a semicolon. Separate preferences by commas: code=429, delay=20.',
	],
])("rejects %j, and names valid values", (header, reason) => {
	expect(read(header)).toEqual({ invalid: expect.stringContaining(reason) });
});

test("marks a rejection by Mock-Error, and runs no operation", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const zap = { name: "No" };
	const invalid = await mock.post("/v1/zaps", zap, prefer("delay=x"));
	const { headers, body } = invalid;
	expect(headers.get("mock-error")).toBe("prefer");
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(headers.get("preference-applied")).toBeNull();
	const detail = expect.stringContaining('Invalid delay "x".');
	expect(body).toMatchObject({
		type: "urn:understudy:rejected",
		status: 400,
		errors: [{ parameter: "Prefer", detail }],
	});
	expect(await mock.names()).toEqual([]);
	const ofService = await mock.get("/v1/zaps?limit=0");
	expect(ofService.headers.get("mock-error")).toBeNull();
});

test.each(Object.entries(operations))(
	"responds to %s with each status that the OpenAPI document lists, if preferred",
	async (_, { method, path, responses }) => {
		await using mock = createTestMock({ dataset: "empty" });
		for (const [code, { mediaType }] of Object.entries(responses)) {
			const sent = prefer(`code=${code}`);
			const { status, headers, body } = await (method === "GET"
				? mock.get(path, sent)
				: mock.post(path, "", sent));
			expect(status).toBe(Number(code));
			expect(headers.get("content-type")).toBe(mediaType);
			expect(headers.get("preference-applied")).toBe(sent.prefer);
			if (mediaType.includes("json")) expect(body).toBeTypeOf("object");
			else expect(body).not.toBe("");
			expect(headers.has("retry-after")).toBe(status === 429);
			expect(headers.has("www-authenticate")).toBe(status === 401);
		}
		const state = await mock.state();
		expect(Object.values(state).flat()).toEqual([]);
	},
);

test("forces a server error that the OpenAPI document does not list, if preferred", async () => {
	await using mock = createTestMock();
	const sent = prefer("code=599");
	const { status, headers, body } = await mock.get("/v1/health", sent);
	expect(status).toBe(599);
	expect(Object.fromEntries(headers)).toEqual({
		"content-type": "application/problem+json",
		"preference-applied": "code=599, forced",
	});
	expect(body).toEqual({
		type: "about:blank",
		title: "Status 599",
		status: 599,
		detail: "The Prefer header of the request asked the mock for 599.",
	});
});

test("applies a preferred scenario to one request of the session", async () => {
	await using mock = createTestMock();
	const empty = await mock.get("/v1/zaps", prefer("scenario=empty"));
	expect(empty.body).toEqual({ items: [], nextCursor: null });
	expect(empty.headers.get("preference-applied")).toBe("scenario=empty");
	expect(await mock.status("/v1/zaps", prefer("scenario=broken"))).toBe(500);
	const normal = { ...inSession("a"), ...prefer("scenario=normal") };
	await mock.post("/v1/zaps", { name: "Kept" }, normal);
	expect(await mock.names("a")).toHaveLength(21);
	expect(await mock.names()).toHaveLength(20);
});

test("responds with a preferred status despite credentials and rate limits", async () => {
	await using mock = createTestMock({ auth: "bearer", rateLimit: 0.001 });
	for (let count = 0; count < 3; count++)
		expect(await mock.status("/v1/zaps", prefer("code=200"))).toBe(200);
});

test("does not report a preference as applied if a fault took precedence", async () => {
	await using mock = createTestMock();
	const fault = zapsFault({ kind: "status", status: 500, force: true });
	await mock.setFaults([fault]);
	const { status, headers } = await mock.get("/v1/zaps", prefer("code=503"));
	expect(status).toBe(500);
	expect(headers.get("preference-applied")).toBeNull();
});

test("counts preferred responses and delays in the metrics, and records no fault", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/zaps", prefer("code=429, delay=20"));
	expect(await mock.requests()).toMatchObject({
		requests: [{ fault: null, status: 429 }],
	});
	const { body } = await mock.get("/metrics");
	expect(body).toContain(
		'http_request_duration_seconds_sum{operation="listZaps",status="429"} 0.02',
	);
});
