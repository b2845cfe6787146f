import { expect, test } from "vitest";
import type { Fault } from "../../../../src/faults/fault.ts";
import {
	activateFaults,
	DRAWS_PER_FAULT,
	selectFaults,
} from "../../../../src/faults/select-faults.ts";
import { zapsFault } from "../../../support/zaps-fault.ts";
import { expectBetween } from "../expect-between.ts";
import { createTestMock, inSession, type TestMock } from "../test-mock.ts";

const FAULTS: readonly Fault[] = [
	zapsFault({ kind: "status", status: 500, force: true, probability: 0.2 }),
	zapsFault({ kind: "truncate", bytes: 1, probability: 0.3 }),
	zapsFault({ kind: "reset", probability: 0.1, times: 5 }),
];

/** Sends 60 requests to a session, and some writes. Returns the fault of each request. */
async function injectFaults(mock: TestMock, session: string) {
	const control = mock.session(session);
	await control.setFaults(FAULTS);
	for (let index = 0; index < 60; index++) {
		const response = mock.get("/v1/zaps?limit=1", inSession(session));
		await response.catch(() => undefined);
		if (index % 3 === 0) await mock.create("x", session);
	}
	const { requests } = await control.requests({ operation: "listZaps" });
	return requests.map(({ fault }) => fault);
}

test("the same seed applies the same faults to the same requests", async () => {
	await using mock = createTestMock({ seed: 7 });
	await using same = createTestMock({ seed: 7 });
	await using other = createTestMock({ seed: 8 });
	const faults = await injectFaults(mock, "a");
	const kinds = new Set([null, "status", "truncate", "reset"]);
	expect(new Set(faults)).toEqual(kinds);
	const resets = faults.filter((fault) => fault === "reset");
	expect(resets.length).toBeLessThanOrEqual(5);
	expect(await injectFaults(mock, "b")).toEqual(faults);
	expect(await injectFaults(same, "a")).toEqual(faults);
	expect(await injectFaults(other, "a")).not.toEqual(faults);
});

/** Selects one fault `count` times with the random numbers of a store. */
async function selectRepeatedly(properties: object, count = 4_000) {
	await using mock = createTestMock();
	const { store } = mock.core.context;
	const live = activateFaults([zapsFault(properties)]);
	const draws = await store.drawFractions("a", count * DRAWS_PER_FAULT);
	return Array.from({ length: count }, (_, index) =>
		selectFaults(live, draws.slice(index * DRAWS_PER_FAULT)),
	);
}

/** Returns the delays of a fault, which is selected 4,000 times, in ascending order. */
async function drawDelays(properties: object): Promise<number[]> {
	const plans = await selectRepeatedly({ kind: "delay", ...properties });
	return plans.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
}

test.each([0.05, 0.5, 0.95])(
	"a fault applies to about its probability of %f of all requests",
	async (probability) => {
		const plans = await selectRepeatedly({ kind: "reset", probability });
		const { length } = plans.filter(({ replacement }) => replacement);
		expectBetween(length / 4_000, probability - 0.04, probability + 0.04);
	},
);

test("a delay with min and max is spread evenly between them", async () => {
	const delays = await drawDelays({ min: 100, max: 200 });
	expectBetween(delays[0], 100, 105);
	expectBetween(delays[2_000], 145, 155);
	expectBetween(delays.at(-1), 195, 200);
});

test("a delay with median and p99 exceeds the median half of the time, and p99 once in a hundred", async () => {
	const delays = await drawDelays({ median: 100, p99: 1_000 });
	const above = (ms: number) =>
		delays.filter((delay) => delay > ms).length / delays.length;
	expectBetween(above(100), 0.47, 0.53);
	expectBetween(above(1_000), 0.004, 0.02);
	expect(delays[0]).toBeGreaterThan(0);
	expect(delays.every(Number.isFinite)).toBe(true);
});

test.each([
	[{ median: 0, p99: 1_000 }, 0],
	[{ median: 50, p99: 50 }, 50],
	[{ min: 7, max: 7 }, 7],
	[{ ms: 9 }, 9],
])("a delay of %j is always %i", async (time, expected) => {
	const delays = await drawDelays(time);
	expect(delays[0]).toBeCloseTo(expected, 9);
	expect(delays.at(-1)).toBeCloseTo(expected, 9);
});

test("no delay exceeds one hour, whatever the random numbers", () => {
	const fault = zapsFault({ kind: "delay", median: 1, p99: 3_600_000 });
	const live = activateFaults([fault]);
	const { delayMs } = selectFaults(live, [0, 1 - 2 ** -32, 0]);
	expect(delayMs).toBe(3_600_000);
});
