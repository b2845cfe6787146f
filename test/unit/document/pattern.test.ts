import { expect, test } from "vitest";
import { fitPattern } from "../../../src/document/pattern.ts";

test.each([
	["^#[0-9a-f]{6}$", "#000000"],
	["^[^@]+@[^@]+$", "aaaaaaaaaaaa@aaaaaaaaaaaa"],
	["^\\d{3}\\.\\d$", "000.0"],
	["^v.{2}$", "vaa"],
	["^[a-z]+$", "text"],
])("a text for %s", (pattern, made) => {
	expect(fitPattern("text", pattern)).toBe(made);
});

test("a pattern with groups leaves the text as it is", () => {
	expect(fitPattern("text", "^(a|b)+1$")).toBe("text");
});
