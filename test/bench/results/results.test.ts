import { expect, test } from "vitest";
import type { Kept } from "../report.ts";
import { summarise } from "../statistics.ts";
import { drawShares } from "./chart.ts";
import { goals, judge } from "./goals.ts";
import { describeResults } from "./page.ts";
import { replaceMeasured } from "./write-results.ts";

const kept = (bench: string, measured: Kept["measured"]): Kept => ({
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
const NOTHING = {
	start: undefined,
	load: undefined,
	soak: undefined,
	scale: undefined,
	intercept: undefined,
};

test("what was measured stands beside its goal, and what was not is said", () => {
	const start = kept("start", { start: summarise([2.1, 2.2, 2.3]) });
	const page = describeResults({ ...NOTHING, start });
	expect(page).toContain(
		"| start to first 200, relative to bare `node:http` | ≤ 2.5× | ≤ 2× | 2.20 (2.15 to 2.25), met |",
	);
	expect(page.match(/not measured/g)).toHaveLength(goals.length - 1);
	expect(page).toContain(
		"Measured on 2026-01-01 in one run, on node v20.20.2, linux x64, 2 cores of Some CPU.",
	);
});

test("shortened benches and several runs are not passed off as one", () => {
	const start = kept("start", {});
	const scale = { ...kept("scale", {}), quick: true, run: "2026-01-02" };
	const page = describeResults({ ...NOTHING, start, scale });
	expect(page).toContain("on 2026-01-01 and 2026-01-02 in 2 runs");
	expect(page).toContain("Shortened (`--quick`): scale.");
});

test("what other processes disturbed is not judged", () => {
	const measured = kept("start", { start: summarise([2]) });
	const start = { ...measured, disturbed: true };
	const page = describeResults({ ...NOTHING, start });
	expect(page).toContain("2.00 (2.00 to 2.00), disturbed |");
	expect(page).toContain("these results are not reliable: start.");
});

test("a goal is judged in its own direction", () => {
	const bounds = { key: "k", measure: "m", atLeast: 2, aim: 1 };
	const less = { ...bounds, better: "less" } as const;
	const more = { ...bounds, better: "more", atLeast: 1, aim: 2 } as const;
	expect([1, 1.5, 3].map((ratio) => judge(less, ratio))).toEqual([
		"aim met",
		"met",
		"missed",
	]);
	expect([3, 1.5, 0.5].map((ratio) => judge(more, ratio))).toEqual([
		"aim met",
		"met",
		"missed",
	]);
});

test("only what stands between the marks is replaced", () => {
	const page =
		"before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n";
	const written = replaceMeasured(page, "new");
	expect(written).toBe(
		"before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nafter\n",
	);
	expect(replaceMeasured(written, "new")).toBe(written);
	expect(() => replaceMeasured("no marks", "new")).toThrow(
		"it needs the lines",
	);
});

test("the chart has a bar for each runner and operation, and names escaped", () => {
	const finding = {
		runner: "<mock> & co",
		operation: "getHealth",
		perSecond: summarise([1]),
		share: summarise([0.5]),
		shareByTime: null,
		busy: null,
		others: null,
	};
	const chart = drawShares([
		finding,
		{ ...finding, operation: "listZaps", share: summarise([0.25]) },
	]);
	expect(chart).toContain("&lt;mock> &amp; co");
	expect(chart.match(/height="8"/g)).toHaveLength(2);
	expect(chart).toContain(">0.50<");
	expect(chart).toContain(">0.25<");
});
