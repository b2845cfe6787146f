import { expect, test } from "vitest";
import type { Fault } from "../../src/faults/fault.ts";
import {
	activateFaults,
	DRAWS_PER_FAULT,
	selectFaults,
} from "../../src/faults/select-faults.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { createStage, inSession, onZaps, type Stage } from "./stage.ts";

const FAULTS: readonly Fault[] = [
	onZaps({ kind: "status", status: 500, force: true, probability: 0.2 }),
	onZaps({ kind: "truncate", bytes: 1, probability: 0.3 }),
	onZaps({ kind: "reset", probability: 0.1, times: 5 }),
];

/** What struck so many requests of a session, of which some write. */
async function play(
	stage: Stage,
	session: string,
	count = 60,
): Promise<(string | null)[]> {
	const control = stage.control.session(session);
	await control.setFaults(FAULTS);
	for (let index = 0; index < count; index++) {
		await stage
			.get("/v1/zaps?limit=1", inSession(session))
			.catch(() => undefined);
		if (index % 3 === 0) await stage.create("x", session);
	}
	const { requests } = await control.requests({ operation: "listZaps" });
	return requests.map(({ fault }) => fault).reverse();
}

test("the same faults strike the same requests, for the same seed", async () => {
	await using stage = createStage({ seed: 7 });
	await using same = createStage({ seed: 7 });
	await using other = createStage({ seed: 8 });
	const played = await play(stage, "a");
	expect(new Set(played)).toEqual(
		new Set([null, "status", "truncate", "reset"]),
	);
	expect(
		played.filter((fault) => fault === "reset").length,
	).toBeLessThanOrEqual(5);
	expect(await play(stage, "b")).toEqual(played);
	expect(await play(same, "a")).toEqual(played);
	expect(await play(other, "a")).not.toEqual(played);
});

test("the same faults strike again after a restore", async () => {
	await using stage = createStage();
	const a = stage.control.session("a");
	const snapshot = await a.snapshot();
	const played = await play(stage, "a");
	await a.restore(snapshot);
	await a.clearRequests();
	expect(await play(stage, "a")).toEqual(played);
});

test("faults change no id, time or record of what is written beside them", async () => {
	await using stage = createStage();
	await play(stage, "a");
	for (let index = 0; index < 20; index++) await stage.create("x", "b");
	const [a, b] = [stage.control.session("a"), stage.control.session("b")];
	expect(await a.state()).toEqual(await b.state());
});

/** What so many strikes of one fault with a store's chance come to. */
async function strikes(fault: Fault, count: number) {
	const store = createMemoryStore({
		load: async () => ({}),
		originOf: () => ({ dataset: "", seed: 3 }),
		facets: {},
		start: 0,
		now: () => 0,
		buckets: [],
	});
	const live = activateFaults([fault]);
	const struck = [];
	for (let index = 0; index < count; index++)
		struck.push(
			selectFaults(live, await store.drawFractions("a", DRAWS_PER_FAULT)),
		);
	return struck;
}

test.each([0.05, 0.5, 0.95])(
	"a fault of the probability %f strikes about as often",
	async (probability) => {
		const fault = onZaps({ kind: "reset", probability });
		const struck = await strikes(fault, 4_000);
		const share =
			struck.filter(({ replacement: instead }) => instead).length / 4_000;
		expect(share).toBeGreaterThan(probability - 0.04);
		expect(share).toBeLessThan(probability + 0.04);
	},
);

test("a delay between two bounds is anywhere between them", async () => {
	const struck = await strikes(
		onZaps({ kind: "delay", min: 100, max: 200 }),
		2_000,
	);
	const delays = struck.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
	expect(delays[0]).toBeGreaterThanOrEqual(100);
	expect(delays[0]).toBeLessThan(105);
	expect(delays[1_000]).toBeGreaterThan(145);
	expect(delays[1_000]).toBeLessThan(155);
	expect(delays.at(-1)).toBeGreaterThan(195);
	expect(delays.at(-1)).toBeLessThanOrEqual(200);
});

test("a delay of a median and a 99th percentile is as networks are: half below, one in a hundred above", async () => {
	const struck = await strikes(
		onZaps({ kind: "delay", median: 100, p99: 1_000 }),
		5_000,
	);
	const delays = struck.map(({ delayMs }) => delayMs);
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
	const struck = await strikes(onZaps({ kind: "delay", ...time }), 50);
	for (const { delayMs } of struck) expect(delayMs).toBeCloseTo(expected, 9);
});

test("no delay is longer than an hour, whatever is drawn", () => {
	const live = activateFaults([
		onZaps({ kind: "delay", median: 1, p99: 3_600_000 }),
	]);
	const { delayMs } = selectFaults(live, [0, 1 - 2 ** -32, 0]);
	expect(delayMs).toBe(3_600_000);
});
