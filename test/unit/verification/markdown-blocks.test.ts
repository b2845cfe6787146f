import { expect, test } from "vitest";
import {
	cell,
	code,
	fence,
	fold,
} from "../../../src/verification/reports/markdown-blocks.ts";

const TEXT = "a\x1b[2J\u202eb\u009b\0";

test.each([
	["a cell", cell(TEXT), "a\\u{001b}\\[2J\\u{202e}b\\u{009b}\\u{0000}"],
	[
		"code",
		code(`${TEXT}\n# A`),
		"\\u{001b}[2J\\u{202e}b\\u{009b}\\u{0000}\\n#",
	],
	["a block", fence("", TEXT).join("\n"), "\na\\u{001b}[2J\\u{202e}b\\u{009b}"],
	["a title", fold(TEXT, []).join("\n"), ">a\\u{001b}[2J\\u{202e}b\\u{009b}"],
])("control characters of a service are escaped in %s", (_, written, shown) => {
	expect(written.replaceAll("\\\\", "\\")).toContain(shown);
	expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
