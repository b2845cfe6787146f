import { describe, expect, test } from "vitest";
import { createChoices } from "../../../src/comparison/choices.ts";
import type { Word } from "../../../src/comparison/step.ts";
import { isAnything, varyValue } from "../../../src/comparison/vary-value.ts";
import { readField } from "../../../src/document/field.ts";
import { array, may, TEXT } from "../../support/openapi.ts";

/** Returns the different values of a schema that many seeds choose, as JSON. */
function vary(schema: object, valid: unknown, days = 0): Set<string> {
	const field = readField({ ...schema });
	const seeds = Array.from({ length: 200 }, (_, seed) => seed);
	const values = seeds.map((seed) => {
		const choices = createChoices(seed);
		const word = (form = {}) => ({ $word: 0, ...form });
		return varyValue(field, valid, { choices, days, word });
	});
	return new Set(values.map((each) => JSON.stringify(each)));
}

describe("varyValue", () => {
	test("chooses values of all types if the document allows any", () => {
		const found = vary({ description: "Any value." }, { shard: 4 });
		for (const each of ["null", "0", "false", '""', "[]", "{}", '{"shard":4}'])
			expect(found).toContain(each);
	});

	test.each([{ type: "object" }, { $ref: "#/recursive" }, { minLength: 1 }])(
		"keeps a value that the document limits: %o",
		(schema) => {
			expect(vary(schema, { shard: 4 })).toEqual(new Set(['{"shard":4}']));
		},
	);

	const STEPS = array({
		type: "object",
		required: ["name"],
		properties: { name: TEXT, args: { type: "object" } },
	});

	test("chooses how many items an array has, with new and equal texts", () => {
		const [first, second] = [{ name: "a", args: {} }, { name: "b" }];
		const found = [...vary(STEPS, [first, second])].map(
			(each): { name: unknown; args?: unknown }[] => JSON.parse(each),
		);
		const counts = new Set(found.map(({ length }) => length));
		expect([...counts].sort()).toEqual([1, 2, 3, 4]);
		expect(found).toContainEqual([first, { name: { $word: 0 } }]);
		expect(found).toContainEqual([{ name: "a" }, second]);
		const areEqual = found.some((each) => each[0]?.name === each[2]?.name);
		expect(areEqual).toBe(true);
	});

	test("respects the number of items that the document allows", () => {
		const schema = { ...STEPS, minItems: 2, maxItems: 3 };
		const counts = [...vary(schema, [{ name: "a" }, { name: "b" }])].map(
			(each) => JSON.parse(each).length,
		);
		expect([...new Set(counts)].sort()).toEqual([2, 3]);
		const unique = { ...STEPS, uniqueItems: true };
		expect(vary(unique, [{ name: "a" }])).toEqual(new Set(['[{"name":"a"}]']));
	});

	test.each([
		[{ type: "number", maximum: 9 }, true],
		[{ type: "number", format: "int64" }, false],
		[{ type: "integer" }, false],
	])("chooses a number with a fraction only if %o allows it", (schema, may) => {
		const numbers = [...vary(schema, 4)].map(Number);
		expect(numbers.some((each) => !Number.isInteger(each))).toBe(may);
		expect(Math.max(...numbers) <= 9 || !may).toBe(true);
	});

	test("makes no new items of arrays of texts", () => {
		const texts = array(TEXT);
		const expected = new Set(['["read"]', '["read","write"]']);
		expect(vary(texts, ["read", "write"])).toEqual(expected);
	});

	test("omits optional properties of an object in a body, unless a rule links them", () => {
		const schema = may({ a: {}, b: {} });
		const names = (found: Set<string>) =>
			new Set([...found].map((each) => Object.keys(JSON.parse(each)).join()));
		expect(names(vary(schema, { a: 1, b: 2 }))).toEqual(
			new Set(["a,b", "a", "b", ""]),
		);
		const linked = { ...schema, minProperties: 1 };
		expect(names(vary(linked, { a: 1, b: 2 }))).toEqual(new Set(["a,b"]));
	});

	test("makes texts of all lengths, with letters and signs of many kinds", () => {
		const found = [...vary({ ...TEXT, minLength: 1, maxLength: 200 }, "a")];
		const words: Partial<Word>[] = found.map((each) => JSON.parse(each));
		for (const length of [1, 200])
			expect(words.some((each) => each.length === length)).toBe(true);
		for (const piece of ["Üéж", "😀", "  ", "%20", "&amp;"])
			expect(words.some(({ after }) => after?.includes(piece))).toBe(true);
		expect(words.some(({ before }) => before !== undefined)).toBe(true);
	});

	test("fills an array to its limit at times, and chooses null where it is a value", () => {
		const counts = [...vary({ ...STEPS, maxItems: 50 }, [{ name: "a" }])].map(
			(each) => JSON.parse(each).length,
		);
		expect(Math.max(...counts)).toBe(50);
		expect(vary({ type: ["integer", "null"] }, 4)).toContain("null");
		expect(vary({ type: "integer" }, 4)).not.toContain("null");
	});

	test.each([
		["date", "2026-01-30", "2026-02-02"],
		["date-time", "2026-01-30T10:00:00+02:00", "2026-02-02T10:00:00+02:00"],
		["date-time", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z"],
		["date", "tomorrow", "tomorrow"],
	])("moves a %s: %s becomes %s", (format, valid, expected) => {
		const schema = { type: "string", format };
		expect(vary(schema, valid, 3)).toEqual(new Set([JSON.stringify(expected)]));
	});

	test("makes a new email address of the same domain, if there is room", () => {
		const schema = { type: "string", format: "email" };
		const made = { $word: 0, after: "@a.test" };
		const lower = { $word: 0, change: "lower", after: "@a.test" };
		expect(vary(schema, "ada@a.test")).toEqual(
			new Set([made, lower].map((each) => JSON.stringify(each))),
		);
		const pattern = "^[a-z@.-]+$";
		expect(vary({ ...schema, pattern }, "ada@a.test")).toEqual(
			new Set([JSON.stringify(lower)]),
		);
		expect(vary({ ...schema, maxLength: 20 }, "ada@a.test")).toEqual(
			new Set(['"ada@a.test"']),
		);
	});
});

test("a schema with a type, or one that is false, does not allow any value", () => {
	expect(isAnything({ "x-role": "a.b", description: "…" })).toBe(true);
	expect(isAnything(true)).toBe(true);
	expect(isAnything(TEXT)).toBe(false);
	expect(isAnything(false)).toBe(false);
});
