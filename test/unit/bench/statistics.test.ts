import { expect, test } from "vitest";
import { computeRatios, summarize } from "../../../bench/statistics.ts";

test("a summary has the median and the quartiles of the samples", () => {
	expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, q1: 2, q3: 4 });
	expect(summarize([1, 2]).median).toBe(1.5);
	expect(() => summarize([])).toThrow("measure at least one round");
});

test("ratios are computed per round", () => {
	expect(computeRatios([10, 90], [20, 100])).toEqual([0.5, 0.9]);
});
