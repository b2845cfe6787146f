import { expect, test } from "vitest";
import { column, cut, findWidth } from "../../../src/cli/terminal/columns.ts";

test.each([
	["zaps", 6, "zaps  "],
	["zaps", 4, "zaps"],
	["zaps", 3, "za…"],
	["日本語", 8, "日本語  "],
	["日本語", 5, "日本…"],
	["日本語", 4, "日… "],
	["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
	["a\u001bb", 10, "a\\u{001b}b"],
])("fits %j into %i columns of a terminal", (text, width, expected) => {
	expect(column(text, width)).toBe(expected);
	expect(findWidth([column(text, width)])).toBe(width);
	expect(cut(text, width)).toBe(expected.trimEnd());
});
