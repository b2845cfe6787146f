import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { Fault } from "../../../../src/faults/fault.ts";
import { zapsFault } from "../../../support/zaps-fault.ts";
import { createTestMock, type TestMock } from "../test-mock.ts";

const status = (code: number, more: object = {}): Fault =>
	zapsFault({ kind: "status", status: code, force: true, ...more });

/** Requests the zaps `count` times. Returns the status and fault that the journal has of each response. */
async function requestZaps(mock: TestMock, count: number): Promise<string[]> {
	for (let index = 0; index < count; index++)
		await mock.get("/v1/zaps?limit=1").catch(() => undefined);
	const { requests } = await mock.requests({ limit: count });
	return requests.map(({ status, fault }) => `${status} ${fault}`).reverse();
}

const FAILURE = status(500, { times: 1 });
const RESET = zapsFault({ kind: "reset", times: 1 });
const TRUNCATION = zapsFault({ kind: "truncate", times: 1 });

test.each<[behavior: string, faults: Fault[], responses: string[]]>([
	[
		"applies a fault `times` times",
		[status(500, { times: 2 })],
		["500 status", "500 status", "200 null"],
	],
	[
		"applies only the first of several faults that replace the response",
		[FAILURE, status(501, { times: 1 }), RESET],
		["500 status", "501 status", "0 reset", "200 null"],
	],
	[
		"does not use up a truncation before a fault that replaces the response",
		[TRUNCATION, FAILURE],
		["500 status", "200 truncate", "200 null"],
	],
	[
		"does not use up a truncation after a fault that replaces the response",
		[FAILURE, TRUNCATION],
		["500 status", "200 truncate", "200 null"],
	],
])(
	"%s, and removes each fault once it is used up",
	async (_, faults, responses) => {
		await using mock = createTestMock();
		await mock.setFaults(faults);
		expect(await mock.faults()).toMatchObject(faults);
		expect(await requestZaps(mock, responses.length)).toEqual(responses);
		expect(await mock.faults()).toEqual([]);
	},
);

test("applies a fault at most `times` times to concurrent requests", async () => {
	await using mock = createTestMock();
	await mock.setFaults([status(500, { times: 3 })]);
	await Promise.all(Array.from({ length: 10 }, () => mock.get("/v1/zaps")));
	const failed = await mock.countRequests({ status: 500 });
	expect(failed).toBe(3);
});

test("adds up delays, and combines them with other faults", async () => {
	await using mock = createTestMock();
	await mock.setFaults([
		zapsFault({ kind: "delay", ms: 20 }),
		status(500),
		zapsFault({ kind: "delay", min: 20, max: 30 }),
	]);
	expect(await requestZaps(mock, 1)).toEqual(["500 delay, status, delay"]);
	const [entry] = (await mock.requests()).requests;
	expect(entry?.durationMs).toBeGreaterThanOrEqual(39);
});

test("does not use up a body fault on a response without a body", async () => {
	await using mock = createTestMock();
	await mock.setFaults([
		zapsFault({ kind: "truncate", times: 1 }),
		zapsFault({ kind: "drip", bytesPerSecond: 1, times: 1 }),
	]);
	expect((await mock.send("/v1/zaps", { method: "HEAD" })).status).toBe(200);
	expect(await mock.faults()).toHaveLength(2);
	expect((await mock.requests()).requests[0]?.fault).toBeNull();
});

test("leaks no listener when many requests wait at once", async () => {
	await using mock = createTestMock();
	await mock.setFaults([zapsFault({ kind: "delay", ms: 20 })]);
	const onWarning = vi.fn();
	process.on("warning", onWarning);
	await Promise.all(Array.from({ length: 20 }, () => mock.names()));
	await setImmediate();
	process.off("warning", onWarning);
	expect(onWarning).not.toHaveBeenCalled();
});

test("applies a fault of all operations only where the operation lists the status", async () => {
	await using mock = createTestMock();
	await mock.setFaults([
		{ operation: "*", kind: "status", status: 401, times: 3 },
	]);
	expect(await mock.status("/v1/health")).toBe(200);
	expect(await mock.status("/metrics")).toBe(200);
	expect(await mock.status("/v1/zaps")).toBe(401);
	expect((await mock.create("No")).status).toBe(401);
	expect(await mock.faults()).toMatchObject([{ times: 1 }]);
});

test("takes precedence over credentials, rate limits and validation, like a proxy in front of the service", async () => {
	await using mock = createTestMock({ auth: "bearer", rateLimit: 0.001 });
	await mock.setFaults([
		{ operation: "createZap", kind: "status", status: 503, force: true },
	]);
	for (let count = 0; count < 3; count++)
		expect((await mock.post("/v1/zaps", "no JSON")).status).toBe(503);
});
