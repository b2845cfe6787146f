import { expect, test } from "vitest";
import { mergeSchemas } from "../../../src/document/merge-schemas.ts";
import { NUMBER, TEXT } from "../../support/openapi.ts";

test.each<[string, object, object, object]>([
	["the common type", { type: ["string", "null"] }, TEXT, { type: ["string"] }],
	["the narrower number", { type: "number" }, NUMBER, { type: ["integer"] }],
	["the narrower number", NUMBER, { type: "number" }, { type: ["integer"] }],
	["no type", TEXT, NUMBER, { type: [] }],
	[
		"all required names once",
		{ required: ["a", "b"] },
		{ required: ["b", "c"] },
		{ required: ["a", "b", "c"] },
	],
	[
		"the common values, by content",
		{ enum: ["a", { b: 1 }] },
		{ enum: [{ b: 1 }, "c"] },
		{ enum: [{ b: 1 }] },
	],
	[
		"properties of both, and both schemas of a common one",
		{ properties: { a: TEXT, c: {} } },
		{ properties: { a: { minLength: 2 }, b: {} } },
		{
			properties: {
				...{ a: { allOf: [TEXT, { minLength: 2 }] } },
				...{ c: {}, b: {} },
			},
		},
	],
	[
		"a property that one forbids",
		{ properties: { a: {} } },
		{ properties: { a: false } },
		{ properties: { a: false } },
	],
	[
		"items of both",
		{ items: TEXT },
		{ items: { maxLength: 2 } },
		{ items: { allOf: [TEXT, { maxLength: 2 }] } },
	],
	[
		"no unknown properties where one forbids them",
		{ additionalProperties: false },
		{ additionalProperties: TEXT },
		{ additionalProperties: false },
	],
	[
		"the larger of the least",
		{ minimum: 1, exclusiveMinimum: 5, minLength: 2, minItems: 4 },
		{ minimum: 2, exclusiveMinimum: 4, minLength: 1, minItems: 3 },
		{ minimum: 2, exclusiveMinimum: 5, minLength: 2, minItems: 4 },
	],
	[
		"the smaller of the most",
		{ maximum: 1, exclusiveMaximum: 5, maxLength: 2, maxProperties: 3 },
		{ maximum: 2, exclusiveMaximum: 4, maxLength: 1, maxProperties: 4 },
		{ maximum: 1, exclusiveMaximum: 4, maxLength: 1, maxProperties: 3 },
	],
	[
		"the last value of other keywords",
		{ title: "A", format: "date", description: "B" },
		{ title: "C", format: undefined },
		{ title: "C", format: undefined, description: "B" },
	],
])("both schemas have %s", (_, first, second, merged) => {
	expect(mergeSchemas({ ...first }, { ...second })).toEqual(merged);
});

test("long enumerations are merged", () => {
	const values = Array.from({ length: 200_000 }, (_, index) => `v${index}`);
	const merged = mergeSchemas({ enum: values }, { enum: values.toReversed() });
	expect(merged.enum).toEqual(values);
});
