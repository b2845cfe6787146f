import { expect, test } from "vitest";
import {
	chooseColumns,
	isTime,
	nounOf,
	otherProperties,
	summarize,
} from "../../../src/inspector/state/records.ts";

test("shows the most frequent property first, then times, then others", () => {
	const at = "2026-01-01T00:00:00.000Z";
	const rare = { id: "1", c: 3, b: at, a: 1, d: 4, e: 5 };
	const records = [{ id: "2", a: 1, b: at, c: 3, d: 4 }, rare];
	const columns = chooseColumns(records, "id");
	expect(columns).toEqual({ names: ["a", "b", "c", "d"], hasMore: true });
	expect(otherProperties(rare, columns, "id")).toEqual({ e: 5 });
	expect(chooseColumns([], "id")).toEqual({ names: [], hasMore: false });
});

test.each([
	["text", "text"],
	["x".repeat(300), `${"x".repeat(120)}…`],
	[null, "null"],
	[[1], "1 item"],
	[{ a: true, b: { c: 1 }, d: [1, 2] }, "a: true, b: {…}, d: 2 items"],
])("summarizes %j", (value, expected) => {
	expect(summarize(value)).toBe(expected);
});

test("tells times from other texts", () => {
	const given = ["2026-01-01T00:00:00Z", "2026-99-01T00:00:00Z", "2026", 1];
	expect(given.filter(isTime)).toEqual(["2026-01-01T00:00:00Z"]);
	expect(["zaps", "audit"].map(nounOf)).toEqual(["zap", "audit record"]);
});
