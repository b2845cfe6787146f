import { expect, test } from "vitest";
import { ratios, shuffled, summarise } from "./statistics.ts";

test("a summary has the middle of the samples, and how far they scatter", () => {
	expect(summarise([5, 1, 4, 2, 3])).toEqual({
		median: 3,
		q1: 2,
		q3: 4,
		least: 1,
		most: 5,
	});
	expect(summarise([1, 2]).median).toBe(1.5);
	expect(() => summarise([])).toThrow("measure at least one round");
});

test("ratios are taken round by round", () => {
	expect(ratios([10, 90], [20, 100])).toEqual([0.5, 0.9]);
});

test("shuffling keeps every item", () => {
	const chances = [0.9, 0.1, 0.5];
	expect(shuffled(["a", "b", "c"], () => chances.shift() ?? 0)).toEqual([
		"b",
		"c",
		"a",
	]);
});
