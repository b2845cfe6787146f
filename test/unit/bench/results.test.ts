import { expect, test } from "vitest";
import type { BenchmarkRecord } from "../../../bench/report.ts";
import { goals } from "../../../bench/results/goals.ts";
import { renderResults } from "../../../bench/results/page.ts";
import { replaceMeasured } from "../../../bench/results/write-results.ts";
import { summarize } from "../../../bench/statistics.ts";

const createRecord = (
	bench: string,
	others: Partial<BenchmarkRecord> = {},
): BenchmarkRecord => ({
	bench,
	run: "2026-01-01T00:00:00.000Z",
	machine: {
		...{ node: "v20.20.2", platform: "linux x64", load: 0 },
		...{ cores: 2, cpu: "Some CPU" },
	},
	quick: false,
	measured: {},
	...others,
});

test("the page shows each measurement next to its goal, and says what was not measured, disturbed or quick", () => {
	const start = { start: summarize([1.5, 1.6, 1.7]) };
	const listZaps = { "intercept listZaps": summarize([2]) };
	const disturbed = { measured: listZaps, disturbed: true };
	const page = renderResults({
		start: createRecord("start", { measured: start }),
		scale: createRecord("scale", { quick: true, run: "2026-01-02" }),
		intercept: createRecord("intercept", disturbed),
	});
	for (const text of [
		"| time to the first 200, relative to bare `node:http` | ≤ 1.7× | ≤ 1.5× | 1.60 (1.55 to 1.65), met |",
		"2.00 (2.00 to 2.00), disturbed |",
		"Measured on 2026-01-01 and 2026-01-02 in 2 runs, on node v20.20.2, linux x64, 2 cores of Some CPU.",
		"their results are not valid: intercept.",
		"fewer and shorter rounds (`--quick`): scale.",
	])
		expect(page).toContain(text);
	expect(page.match(/not measured/g)).toHaveLength(goals.length - 2);
});

test("replaces only the text between the markers", () => {
	const createPage = (text: string): string =>
		`before\n<!-- measured: begin -->\n${text}<!-- measured: end -->\nafter\n`;
	const written = replaceMeasured(createPage("old\n"), "new");
	expect(written).toBe(createPage("\nnew\n\n"));
	expect(replaceMeasured(written, "new")).toBe(written);
	expect(() => replaceMeasured("no marks", "new")).toThrow("add the lines");
});
