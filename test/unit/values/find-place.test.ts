import { expect, test } from "vitest";
import { findPlace } from "../../../src/values/errors.ts";

test.each([
	["a folder with a space", "at f (/my app/a.ts:7:9)", "/my app/a.ts:7"],
	["a URL", "at async file:///my app/a.ts:8:1", "/my app/a.ts:8"],
	["a frame without at", "/my app/a.ts:9:1", "/my app/a.ts:9"],
	["an inner frame elsewhere", "at x.js:1:1\n at /b.ts:2:1", "/b.ts:2"],
	["a longer path", "at /other/b.ts:2:1", ""],
	["a place without a column", "at /b.ts:2", ""],
])("finds the place of a frame in the files: %s", (_, stack, place) => {
	expect(findPlace(stack, new Set(["/my app/a.ts", "/b.ts"]))).toBe(place);
});
