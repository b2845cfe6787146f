import { describe, expect, test } from "vitest";
import { fitPattern, toUnicodePattern } from "../../../src/document/pattern.ts";

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

describe("a pattern of another engine matches the same texts", () => {
	test.each<[pattern: string, matching: string, other: string]>([
		["\\A[a-z]+\\z", "ab", "ab1"],
		["\\A[a-z]+\\Z", "ab", "1ab"],
		["^a\\-b\\_c$", "a-b_c", "a\\-b_c"],
		["^\\@\\'\\<\\é$", "@'<é", "\\@"],
		["^[\\w-.]+$", "a-.", "a,b"],
		["^[a-\\d]+$", "a-5", "b"],
		["^[\\w\\-\\.\\ ]+$", "a- .", "a/b"],
		["^{a}$", "{a}", "a"],
		["^a]$", "a]", "a"],
		["^\\#{id}x{2,3}$", "#{id}xx", "#{id}x"],
		["^(?P<year>\\d{4})-(?P<no>\\d)$", "2026-1", "26-1"],
		["^[{}]\\p{L}\\-$", "{é-", "a"],
		["^[[:alpha:]_]+$", "é_a", "a1"],
		["^[^[:digit:][:space:]]$", "a", "1"],
		["^\\pL\\PN$", "éa", "é1"],
		["^\\x{1F600}$", "😀", "x"],
	])("%s", (pattern, matching, other) => {
		expect(() => new RegExp(pattern, "u")).toThrow();
		const adapted = new RegExp(toUnicodePattern(pattern), "u");
		expect([adapted.test(matching), adapted.test(other)]).toEqual([
			...[true, false],
		]);
	});

	test.each(["^[a-z]\\p{L}+$", "^(?<a>b)\\k<a>$", "^a{2}$"])(
		"%s stays as it is, since it is valid",
		(pattern) => {
			expect(toUnicodePattern(pattern)).toBe(pattern);
		},
	);

	test("a pattern between slashes matches what it encloses", () => {
		expect(toUnicodePattern("/^[a-z]+$/")).toBe("^[a-z]+$");
		expect(toUnicodePattern("/^\\pL$/")).toBe("^\\p{L}$");
		expect(toUnicodePattern("^/a/$")).toBe("^/a/$");
	});

	test.each(["^(a", "^(\\_", "a**", "(?i)a", "[z-a]", "^\\h$"])(
		"%s stays as it is, since it is invalid in any form",
		(pattern) => {
			expect(toUnicodePattern(pattern)).toBe(pattern);
			expect(() => new RegExp(pattern, "u")).toThrow();
		},
	);
});
