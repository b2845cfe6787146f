import { expect, test } from "vitest";
import type { Fault } from "../../../../src/faults/fault.ts";
import {
	activateFaults,
	DRAWS_PER_FAULT,
	selectFaults,
} from "../../../../src/faults/select-faults.ts";
import { createMemoryStore } from "../../../../src/store/memory-store.ts";
import { zapsFault } from "../../../support/zaps-fault.ts";
import { createTestMock, inSession, type TestMock } from "../test-mock.ts";

const FAULTS: readonly Fault[] = [
	zapsFault({ kind: "status", status: 500, force: true, probability: 0.2 }),
	zapsFault({ kind: "truncate", bytes: 1, probability: 0.3 }),
	zapsFault({ kind: "reset", probability: 0.1, times: 5 }),
];

/** Sends `count` requests to a session, some of them writes, and returns the fault of each read. */
async function injectFaults(
	mock: TestMock,
	session: string,
	count = 60,
): Promise<(string | null)[]> {
	const control = mock.control.session(session);
	await control.setFaults(FAULTS);
	for (let index = 0; index < count; index++) {
		await mock
			.get("/v1/zaps?limit=1", inSession(session))
			.catch(() => undefined);
		if (index % 3 === 0) await mock.create("x", session);
	}
	const { requests } = await control.requests({ operation: "listZaps" });
	return requests.map(({ fault }) => fault).reverse();
}

test("the same seed applies the same faults to the same requests", async () => {
	await using mock = createTestMock({ seed: 7 });
	await using same = createTestMock({ seed: 7 });
	await using other = createTestMock({ seed: 8 });
	const faults = await injectFaults(mock, "a");
	expect(new Set(faults)).toEqual(
		new Set([null, "status", "truncate", "reset"]),
	);
	expect(
		faults.filter((fault) => fault === "reset").length,
	).toBeLessThanOrEqual(5);
	expect(await injectFaults(mock, "b")).toEqual(faults);
	expect(await injectFaults(same, "a")).toEqual(faults);
	expect(await injectFaults(other, "a")).not.toEqual(faults);
});

test("the same faults apply again after a restore", async () => {
	await using mock = createTestMock();
	const a = mock.control.session("a");
	const snapshot = await a.snapshot();
	const faults = await injectFaults(mock, "a");
	await a.restore(snapshot);
	await a.clearRequests();
	expect(await injectFaults(mock, "a")).toEqual(faults);
});

test("faults do not affect the ids, times and records of writes", async () => {
	await using mock = createTestMock();
	await injectFaults(mock, "a");
	for (let index = 0; index < 20; index++) await mock.create("x", "b");
	const [a, b] = [mock.control.session("a"), mock.control.session("b")];
	expect(await a.state()).toEqual(await b.state());
});

/** Selects one fault `count` times with the random numbers of a store. */
async function selectRepeatedly(fault: Fault, count: number) {
	const store = createMemoryStore({
		load: async () => ({}),
		originOf: () => ({ dataset: "", seed: 3 }),
		facets: {},
		start: 0,
		now: () => 0,
		buckets: [],
	});
	const live = activateFaults([fault]);
	const plans = [];
	for (let index = 0; index < count; index++)
		plans.push(
			selectFaults(live, await store.drawFractions("a", DRAWS_PER_FAULT)),
		);
	return plans;
}

test.each([0.05, 0.5, 0.95])(
	"a fault applies to about its probability of %f of all requests",
	async (probability) => {
		const fault = zapsFault({ kind: "reset", probability });
		const plans = await selectRepeatedly(fault, 4_000);
		const share =
			plans.filter(({ replacement: instead }) => instead).length / 4_000;
		expect(share).toBeGreaterThan(probability - 0.04);
		expect(share).toBeLessThan(probability + 0.04);
	},
);

test("a delay with min and max is spread evenly between them", async () => {
	const plans = await selectRepeatedly(
		zapsFault({ kind: "delay", min: 100, max: 200 }),
		2_000,
	);
	const delays = plans.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
	expect(delays[0]).toBeGreaterThanOrEqual(100);
	expect(delays[0]).toBeLessThan(105);
	expect(delays[1_000]).toBeGreaterThan(145);
	expect(delays[1_000]).toBeLessThan(155);
	expect(delays.at(-1)).toBeGreaterThan(195);
	expect(delays.at(-1)).toBeLessThanOrEqual(200);
});

test("a delay with median and p99 exceeds the median half of the time, and p99 once in a hundred", async () => {
	const plans = await selectRepeatedly(
		zapsFault({ kind: "delay", median: 100, p99: 1_000 }),
		5_000,
	);
	const delays = plans.map(({ delayMs }) => delayMs);
	const above = (ms: number) =>
		delays.filter((delay) => delay > ms).length / delays.length;
	expect(above(100)).toBeGreaterThan(0.47);
	expect(above(100)).toBeLessThan(0.53);
	expect(above(1_000)).toBeGreaterThan(0.004);
	expect(above(1_000)).toBeLessThan(0.02);
	expect(Math.min(...delays)).toBeGreaterThan(0);
	expect(delays.every(Number.isFinite)).toBe(true);
});

test.each([
	[{ median: 0, p99: 1_000 }, 0],
	[{ median: 50, p99: 50 }, 50],
	[{ min: 7, max: 7 }, 7],
	[{ ms: 9 }, 9],
])("a delay of %j is always %i", async (time, expected) => {
	const plans = await selectRepeatedly(
		zapsFault({ kind: "delay", ...time }),
		50,
	);
	for (const { delayMs } of plans) expect(delayMs).toBeCloseTo(expected, 9);
});

test("no delay exceeds one hour, whatever the random numbers", () => {
	const live = activateFaults([
		zapsFault({ kind: "delay", median: 1, p99: 3_600_000 }),
	]);
	const { delayMs } = selectFaults(live, [0, 1 - 2 ** -32, 0]);
	expect(delayMs).toBe(3_600_000);
});
