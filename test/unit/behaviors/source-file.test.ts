import { expect, test } from "vitest";
import { parseSource } from "../../../src/service/source-file.ts";

test.each([
	['{ "200": 1, "a": [true, null] }', { 200: 1, a: [true, null] }],
	["200: 2020-01-01\nb: 0o14\nc: yes", { 200: "2020-01-01", b: 12, c: "yes" }],
	[
		"a: &x { b: 1 }\nc: *x\nd: { <<: *x }",
		{ a: { b: 1 }, c: { b: 1 }, d: { b: 1 } },
	],
	["a: { <<: { b: 1 }, c: 2 }", { a: { b: 1, c: 2 } }],
	[
		`a: &x { b: 1 }\nc: [${"*x, ".repeat(2_000)}]`,
		{ a: { b: 1 }, c: Array(2_000).fill({ b: 1 }) },
	],
	["%YAML 1.1\n---\na: yes\nb: 014", { a: true, b: 12 }],
])("%j is parsed", async (text, content) => {
	expect(parseSource(text)).toEqual({ content });
});

test.each([
	['{ "a": 1,\n"a": 2 }', 2, "Map keys must be unique"],
	[
		"a:\n  - b\n - c",
		3,
		"A block sequence may not be used as an implicit map key",
	],
	["a: 1\n---\nb: 2", 2, "Source contains multiple documents"],
	[
		// Each line repeats the one before nine times.
		`a: &a [1]\n${[..."bcdefgh"].map((each, index) => `${each}: &${each} [${`*${"abcdefg"[index]},`.repeat(9)}]`).join("\n")}`,
		1,
		"its aliases stand for more than 10,000 values. Use a $ref",
	],
	[
		Buffer.from("\uFEFFopenapi: 3.1.0\n", "utf16le").toString(),
		1,
		"a null byte is no text. Save the file as UTF-8",
	],
	['a: 1\nb: "\0"', 2, "a null byte is no text. Save the file as UTF-8"],
])("%j is refused with the line and the reason", async (text, line, reason) => {
	expect(parseSource(text)).toEqual({
		line,
		reason: expect.stringContaining(reason),
	});
});
