import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
	isPlainObject,
	tryParseJson,
	withValueAt,
} from "../../../src/values/json.ts";

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

test("another value is put into a copy of objects and arrays", () => {
	const value = { jars: [{ lid: 1 }, 2] };
	const changed = withValueAt(value, ["jars", "0", "lid"], 3);
	expect(changed).toEqual({ jars: [{ lid: 3 }, 2] });
	expect(value).toEqual({ jars: [{ lid: 1 }, 2] });
	expect(withValueAt({}, ["jar", "lid"], 1)).toEqual({ jar: { lid: 1 } });
});

test("a text is parsed unless it is no JSON, or nests too deeply", () => {
	const nest = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
	expect(tryParseJson("{")).toBeUndefined();
	expect(tryParseJson(nest(500))).toEqual(JSON.parse(nest(500)));
	expect(tryParseJson(nest(501))).toBeUndefined();
	expect(tryParseJson(`${'{"a":'.repeat(501)}1${"}".repeat(501)}`)).toBe(
		undefined,
	);
	for (const shallow of [
		`[${"[],".repeat(2_000)}1]`,
		JSON.stringify(["[".repeat(2_000), '"\\[{'.repeat(2_000)]),
	])
		expect(tryParseJson(shallow)).toEqual(JSON.parse(shallow));
});
