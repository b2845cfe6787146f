import { expect, test } from "vitest";
import { shorten } from "../../../src/values/shorten.ts";

test("a long text ends with an ellipsis, and never within a character", () => {
	expect(shorten("abc", 3)).toBe("abc");
	expect(shorten("abcd", 3)).toBe("abc…");
	expect(shorten("a🎭cd", 2)).toBe("a🎭…");
	expect(shorten("🎭🎭🎭", 3)).toBe("🎭🎭🎭");
	expect(shorten("🎭🎭🎭d", 3)).toBe("🎭🎭🎭…");
});
