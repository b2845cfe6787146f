import { expect, test } from "vitest";
import { createSampler } from "../../../src/sampling/create-sampler.ts";
import { array, NUMBER } from "../../support/openapi.ts";
import { DOCUMENT, object, sample, TEXT } from "./recursive-document.ts";

test.each<[string, object, unknown]>([
	["its example", { ...TEXT, example: "Anna" }, "Anna"],
	["the first of its examples", { ...TEXT, examples: ["Anna", "Ben"] }, "Anna"],
	["its default", { type: "integer", default: 7 }, 7],
	["an example before a default", { example: 1, default: 2 }, 1],
	[
		"an example of the whole before those of its parts",
		{
			...object({ a: { ...TEXT, example: "x" }, b: { ...TEXT, example: "y" } }),
			example: { a: "z" },
		},
		{ a: "z" },
	],
	[
		"examples of its parts",
		object({ a: { ...TEXT, example: "x" }, b: { ...TEXT, example: "y" } }),
		{ a: "x", b: "y" },
	],
	[
		"no example that is invalid",
		object({ a: { type: "integer", minimum: 4, maximum: 4, example: "many" } }),
		{ a: 4 },
	],
	[
		"no example of the whole that lacks a property",
		{ ...object({ a: { const: 1 } }, "a"), example: {} },
		{ a: 1 },
	],
])("a sample has %s", (_, schema, value) => {
	expect(sample(schema)).toEqual(value);
});

test("optional properties that lead to the same schema are omitted, and lists of it are empty", () => {
	const tree = sample({ $ref: "document#/components/schemas/Tree" });
	expect(tree).toEqual({ name: expect.any(String), children: [] });
});

test("there is no sample of a schema that always requires itself, or of false", () => {
	expect(
		sample({ $ref: "document#/components/schemas/Endless" }),
	).toBeUndefined();
	expect(sample(false)).toBeUndefined();
});

test("a property that has no valid value is left out, and the others stay", () => {
	const impossible = { type: "integer", enum: ["one"] };
	expect(sample(object({ a: impossible, b: { const: 1 } }))).toEqual({ b: 1 });
	const list = { type: "array", items: impossible, minItems: 1 };
	expect(sample(object({ a: { const: 1 }, b: object({ list }) }))).toEqual({
		...{ a: 1, b: {} },
	});
});

test("a map has one entry, unless it may have none", () => {
	const map = { type: "object", additionalProperties: { const: 5 } };
	expect(Object.values(Object(sample(map)))).toEqual([5]);
	expect(sample({ ...map, maxProperties: 0 })).toEqual({});
	expect(sample({ ...map, additionalProperties: true })).toEqual({});
});

test("a value is null only where nothing else is allowed", () => {
	expect(sample({ type: ["null", "string"] })).toEqual(expect.any(String));
	expect(sample({ enum: [null, 3] })).toBe(3);
	expect(sample({ anyOf: [{ const: 1 }, { type: "null" }] })).toBe(1);
	expect(sample({ type: "null" })).toBeNull();
	expect(sample({ enum: [null] })).toBeNull();
	expect(sample({ type: ["null", "string"], example: null })).toBeNull();
});

test("responses omit what is write-only, and requests what is read-only", () => {
	const schema = object(
		{
			id: { const: 1, readOnly: true },
			password: { const: 2, writeOnly: true },
		},
		...["id", "password"],
	);
	expect(sample(schema)).toEqual({ id: 1 });
	const requests = createSampler(DOCUMENT, "readOnly");
	expect(requests.sample(schema, "seed")).toEqual({ password: 2 });
});

test("names of properties tell what texts and numbers are about", () => {
	const names = ["email", "homepageUrl", "created_at"];
	const properties = Object.fromEntries(names.map((name) => [name, TEXT]));
	expect(sample(object({ ...properties, page: { type: "number" } }))).toEqual({
		email: expect.stringMatching(/^[^@]+@[^@]+$/),
		homepageUrl: expect.stringMatching(/^https?:/),
		created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		page: expect.toSatisfy(Number.isInteger),
	});
});

test("the same text has the same sample, and another one another", () => {
	const again = createSampler(DOCUMENT, "writeOnly");
	const schema = object({ name: TEXT, count: NUMBER });
	expect(again.sample(schema, "seed")).toEqual(sample(schema));
	expect(again.sample(schema, "other")).not.toEqual(sample(schema));
});

test("keywords tell the type, and a body without any is an object", () => {
	expect(sample({ minimum: 5, maximum: 6 })).toEqual(expect.any(Number));
	expect(sample({ pattern: "^a$" })).toBe("a");
	expect(sample({ minItems: 1 })).toHaveLength(1);
	expect(sample({ required: ["a"] })).toHaveProperty("a");
	expect(sample({})).toEqual({});
});

test("limits of sizes do not leave only what is required", () => {
	expect(sample({ type: "array", items: TEXT, maxItems: 1 })).toHaveLength(1);
	const few = { ...object({ a: TEXT, b: TEXT, c: TEXT }, "c") };
	const found = sample({ ...few, maxProperties: 2 });
	expect(Object.keys(Object(found))).toEqual(["a", "c"]);
	const map = { type: "object", additionalProperties: { const: 5 } };
	const optional = object({ map: { ...map, maxProperties: 0 }, b: TEXT });
	expect(sample(optional)).toEqual({ map: {}, b: expect.any(String) });
});

test("alternatives that another one includes are not chosen", () => {
	const whole = { type: "integer", minimum: 1, maximum: 5 };
	const oneOf = [whole, { ...whole, type: "number", multipleOf: 1 }, TEXT];
	expect(sample({ oneOf })).toEqual(expect.any(String));
});

test("a value that follows very many references is valid", () => {
	const { isValid } = createSampler(DOCUMENT, "readOnly");
	const items = { $ref: "document#/components/schemas/Tree" };
	const trees = Array.from({ length: 45_000 }, () => ({
		...{ name: "a", children: [] },
	}));
	expect(isValid(array(items), trees)).toBe(true);
	expect(isValid(array(items), [...trees, 1])).toBe(false);
});
