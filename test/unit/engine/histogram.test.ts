import { expect, test } from "vitest";
import { createHistogram } from "../../../src/store/histogram.ts";

test("counts a duration that equals a bound in the bucket of the bound", () => {
	const histogram = createHistogram([0.1, 0.5]);
	for (const seconds of [0.1, 0.2, 0.5, 0.6]) histogram.observe({}, seconds);
	expect(histogram.observations()[0]?.buckets).toEqual([1, 3]);
});

test("continues from counts by as many bounds, and from no others", () => {
	const before = createHistogram([0.1, 0.5]);
	before.observe({}, 0.2);
	const [series] = before.series();
	const continued = (...bounds: number[]) =>
		createHistogram(bounds, series ? [series] : []).observations();
	expect(continued(0.1, 0.5)).toEqual(before.observations());
	expect(continued(0.1)).toEqual([]);
});
