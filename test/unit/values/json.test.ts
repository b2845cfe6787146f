import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isPlainObject } from "../../../src/values/json.ts";

test.each([
	["{}", true],
	["Object.create(null)", true],
	["[]", false],
	["null", false],
	["Promise.resolve()", false],
	["new (class {})()", false],
])("%s of another realm, as in Jest, is plain: %s", (code, plain) => {
	expect(isPlainObject(runInNewContext(`(${code})`))).toBe(plain);
});
