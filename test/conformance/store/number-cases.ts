import { expect, test } from "vitest";
import type { OpenNotes } from "./store-notes.ts";

/** Adds cases for random numbers and counts. */
export function addNumberCases(open: OpenNotes): void {
	test("draws distinct numbers from 0 up to, but not including, 1, even concurrently", async () => {
		await using store = await open();
		const drawn = await Promise.all(
			Array.from({ length: 100 }, () => store.drawFractions("a", 2)),
		);
		const sorted = drawn.flat().sort();
		expect(new Set(sorted).size).toBe(200);
		expect(sorted).toEqual([...(await store.drawFractions("b", 200))].sort());
		expect(Math.min(...sorted)).toBeGreaterThanOrEqual(0);
		expect(Math.min(...sorted)).toBeLessThan(0.1);
		expect(Math.max(...sorted)).toBeGreaterThan(0.9);
		expect(Math.max(...sorted)).toBeLessThan(1);
	});

	test("counts observations by label and bucket, and adds no later ones to a returned result", async () => {
		await using store = await open();
		for (const seconds of [0.05, 0.5, 5]) {
			await store.observe("a", { status: "200" }, seconds);
		}
		await store.observe("a", { status: "400" }, 0);
		const observed = await store.observations("a");
		await store.observe("a", { status: "400" }, 0.5);
		expect(observed).toEqual([
			{ labels: { status: "200" }, count: 3, sum: 5.55, buckets: [1, 2] },
			{ labels: { status: "400" }, count: 1, sum: 0, buckets: [1, 1] },
		]);
	});
}
