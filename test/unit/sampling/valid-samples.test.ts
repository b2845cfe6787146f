import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { DOCUMENT, object, sample, TEXT } from "./recursive-document.ts";

// @ts-expect-error: its default export is declared as that of CommonJS.
const ajv: Ajv2020 = formats(new Ajv2020({ strict: false }));
ajv.addSchema(DOCUMENT, "document");

describe("samples are valid for another validator", () => {
	test.each<[string, object]>([
		["no type, but keywords of one", { minimum: 5, maximum: 6 }],
		["several types", { type: ["null", "integer"], minimum: 3 }],
		["whole numbers", { type: "integer", minimum: -3, maximum: -2 }],
		["steps", { type: "number", multipleOf: 0.05, minimum: 7.01 }],
		["whole steps", { type: "integer", multipleOf: 7, maximum: 20 }],
		[
			"exclusive limits",
			{ type: "integer", exclusiveMinimum: 4, exclusiveMaximum: 6 },
		],
		["an exclusive minimum", { type: "number", exclusiveMinimum: 0 }],
		["a minimum length", { ...TEXT, minLength: 40 }],
		["a maximum length", { ...TEXT, maxLength: 3 }],
		["a pattern of classes", { ...TEXT, pattern: "^[A-Z]{3}-\\d{4}$" }],
		["a pattern with groups", { ...TEXT, pattern: "^(ab|cd)+(-[0-9]{2})?$" }],
		["a pattern without ASCII", { ...TEXT, pattern: "^[^ -~]+$" }],
		["a pattern without Latin", { ...TEXT, pattern: "^[^\\u0000-\\u00ff]$" }],
		["a lookahead", { ...TEXT, pattern: "^(?!xn--)[a-z]{4,8}$" }],
		[
			"a pattern and a length",
			{ ...TEXT, pattern: "^[a-z]+$", minLength: 20, maxLength: 22 },
		],
		[
			"a text that patterns and lengths of all parts allow",
			{ allOf: [{ ...TEXT, pattern: "^[a-f]*$" }, { minLength: 15 }] },
		],
		["unique items", { type: "array", minItems: 3, uniqueItems: true }],
		[
			"all unique items that there are",
			{
				...{ type: "array", uniqueItems: true, minItems: 3 },
				items: { enum: ["a", "b", "c"] },
			},
		],
		[
			"a tuple",
			{ type: "array", prefixItems: [TEXT, { const: 2 }], items: false },
		],
		[
			"a tuple with others",
			{ type: "array", prefixItems: [TEXT], items: { const: 1 }, minItems: 4 },
		],
		["an item among others", { contains: { const: 5 }, minItems: 2 }],
		["at most", { type: "array", items: TEXT, maxItems: 1 }],
		[
			"parts that each require what the other describes",
			{ allOf: [{ ...object({ a: TEXT }, "b") }, object({ b: TEXT }, "a")] },
		],
		[
			"parts that limit the same property",
			{
				allOf: [
					object({ a: { type: "number", minimum: 3 } }),
					object({ a: { type: "integer", maximum: 3 } }, "a"),
				],
			},
		],
		[
			"parts whose values have one in common",
			{ allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
		],
		[
			"a part that forbids a property of another one",
			{ allOf: [object({ a: TEXT, b: TEXT }), object({ a: false })] },
		],
		[
			"alternatives of which exactly one may match",
			{
				oneOf: [
					object({ a: TEXT }),
					{ ...object({ b: { type: "integer" } }, "b"), maxProperties: 0 },
					object({ a: { type: "integer" }, c: TEXT }, "a", "c"),
				],
				required: ["a"],
			},
		],
		[
			"two choices at once",
			{
				oneOf: [object({ a: { const: 1 } }, "a"), object({ b: TEXT }, "b")],
				anyOf: [object({ c: TEXT }, "c"), object({ d: TEXT }, "d")],
			},
		],
		["an alternative that is possible", { anyOf: [false, { const: 3 }] }],
		["names that are too few", { type: "object", minProperties: 3 }],
		[
			"names of a form",
			{
				...{ type: "object", minProperties: 2 },
				propertyNames: { pattern: "^[a-z]{2}$" },
			},
		],
		[
			"properties by pattern",
			{
				...{ type: "object", additionalProperties: false, minProperties: 1 },
				patternProperties: { "^x-[a-z]{3}$": { type: "integer" } },
			},
		],
		[
			"fewer properties than are described",
			{ ...object({ a: TEXT, b: TEXT, c: TEXT }, "c"), maxProperties: 1 },
		],
		["required properties without a schema", object({}, "a", "toString")],
		["a property with the name of a prototype", object({}, "__proto__")],
		["a value that is not one", { ...TEXT, enum: [null, "a"] }],
		["a recursive schema", { $ref: "document#/components/schemas/Tree" }],
		[
			"one that must contain itself",
			{ $ref: "document#/components/schemas/Chain" },
		],
	])("%s", (_, schema) => {
		const validate = ajv.compile(schema);
		for (const seed of ["a", "b", "c"]) {
			const value = sample(schema, seed);
			expect(value).toBeDefined();
			expect([validate(value), validate.errors, value]).toEqual([
				...[true, null, value],
			]);
		}
	});

	test.each([
		...["date-time", "date", "time", "duration", "email", "hostname", "uri"],
		...["uri-reference", "uri-template", "uuid", "ipv4", "ipv6", "byte"],
		...["json-pointer", "relative-json-pointer", "regex"],
	])("the format %s", (format) => {
		const validate = ajv.compile({ type: "string", format });
		for (const seed of ["a", "b", "c"])
			expect(validate(sample({ type: "string", format }, seed))).toBe(true);
	});
});
