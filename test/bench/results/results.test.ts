import { expect, test } from "vitest";
import type { BenchmarkRecord } from "../report.ts";
import { summarize } from "../statistics.ts";
import { drawShareChart } from "./chart.ts";
import { goals, judgeGoal } from "./goals.ts";
import { renderResults } from "./page.ts";
import { replaceMeasured } from "./write-results.ts";

const createRecord = (
	bench: string,
	measured: BenchmarkRecord["measured"],
): BenchmarkRecord => ({
	bench,
	measuredAt: "2026-01-01T00:01:00.000Z",
	run: "2026-01-01T00:00:00.000Z",
	machine: {
		node: "v20.20.2",
		platform: "linux x64",
		cores: 2,
		cpu: "Some CPU",
		load: 0,
	},
	quick: false,
	measured,
});
const NO_RECORDS = {
	start: undefined,
	load: undefined,
	soak: undefined,
	scale: undefined,
	intercept: undefined,
};

test("the page shows each measurement next to its goal, and says what was not measured", () => {
	const start = createRecord("start", { start: summarize([2.1, 2.2, 2.3]) });
	const page = renderResults({ ...NO_RECORDS, start });
	expect(page).toContain(
		"| time to the first 200, relative to bare `node:http` | ≤ 2.5× | ≤ 2× | 2.20 (2.15 to 2.25), met |",
	);
	expect(page.match(/not measured/g)).toHaveLength(goals.length - 1);
	expect(page).toContain(
		"Measured on 2026-01-01 in one run, on node v20.20.2, linux x64, 2 cores of Some CPU.",
	);
});

test("the page names quick benchmarks and the number of runs", () => {
	const start = createRecord("start", {});
	const scale = {
		...createRecord("scale", {}),
		quick: true,
		run: "2026-01-02",
	};
	const page = renderResults({ ...NO_RECORDS, start, scale });
	expect(page).toContain("on 2026-01-01 and 2026-01-02 in 2 runs");
	expect(page).toContain(
		"Measured with fewer and shorter rounds (`--quick`): scale.",
	);
});

test("disturbed measurements get no verdict", () => {
	const measured = createRecord("start", { start: summarize([2]) });
	const start = { ...measured, disturbed: true };
	const page = renderResults({ ...NO_RECORDS, start });
	expect(page).toContain("2.00 (2.00 to 2.00), disturbed |");
	expect(page).toContain("their results are not valid: start.");
});

test("a goal can require a higher or a lower ratio", () => {
	const bounds = { key: "k", measure: "m", required: 2, target: 1 };
	const less = { ...bounds, better: "less" } as const;
	const more = { ...bounds, better: "more", required: 1, target: 2 } as const;
	expect([1, 1.5, 3].map((ratio) => judgeGoal(less, ratio))).toEqual([
		"target met",
		"met",
		"missed",
	]);
	expect([3, 1.5, 0.5].map((ratio) => judgeGoal(more, ratio))).toEqual([
		"target met",
		"met",
		"missed",
	]);
});

test("replaces only the text between the markers", () => {
	const page =
		"before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n";
	const written = replaceMeasured(page, "new");
	expect(written).toBe(
		"before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nafter\n",
	);
	expect(replaceMeasured(written, "new")).toBe(written);
	expect(() => replaceMeasured("no marks", "new")).toThrow("add the lines");
});

test("the chart has a bar per runner and operation, and escapes names", () => {
	const finding = {
		runner: "<mock> & co",
		operation: "getHealth",
		perSecond: summarize([1]),
		share: summarize([0.5]),
		shareByTime: null,
		busy: null,
		others: null,
	};
	const chart = drawShareChart([
		finding,
		{ ...finding, operation: "listZaps", share: summarize([0.25]) },
	]);
	expect(chart).toContain("&lt;mock> &amp; co");
	expect(chart.match(/height="8"/g)).toHaveLength(2);
	expect(chart).toContain(">0.50<");
	expect(chart).toContain(">0.25<");
});
