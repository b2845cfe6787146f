import { expect, test } from "vitest";
import { createInterpreter } from "../../../src/document/interpret-schemas.ts";
import type { Node } from "../../../src/document/node.ts";
import { findInvalidPlaces } from "../../../src/values/validation.ts";
import { TEXT } from "../../support/openapi.ts";

const interpret = createInterpreter(() => ({}));

const listPlaces = (schema: Node, value: unknown): string[] =>
	findInvalidPlaces(value, interpret(schema)).map(
		({ pointer, detail }) => `${pointer} ${detail}`,
	);

const text = TEXT;

test.each<[Record<string, unknown>, unknown, string]>([
	[{ minProperties: 1 }, {}, "must have at least 1 property"],
	[{ minProperties: 2 }, {}, "must have at least 2 properties"],
	[{ maxProperties: 1 }, { a: 1, b: 2 }, "must have at most 1 property"],
	[{ multipleOf: 5 }, 7, "must be a multiple of 5"],
	[
		{ contains: { const: 1 } },
		[2],
		'must have an item that matches {"const":1}',
	],
	[{ not: { const: 3 } }, 3, 'must not match {"const":3}'],
	[{ not: {} }, 3, "is not allowed"],
	[
		{ oneOf: [{ minimum: 1 }, { minimum: 2 }] },
		3,
		"must match exactly one alternative, but matches 2",
	],
	[
		{ oneOf: [text, { type: "boolean" }] },
		3,
		"must match exactly one alternative",
	],
	[
		{ anyOf: [text, { type: "boolean" }] },
		3,
		"must be a string or true or false",
	],
	[
		{ anyOf: [{ minimum: 5 }, { maximum: 1 }] },
		3,
		"must match a schema in anyOf",
	],
	[
		{ type: "string", pattern: "Z$", format: "date-time" },
		"noon",
		"must be an RFC 3339 time, like 2026-01-01T00:00:00Z",
	],
	[{ type: "number" }, Number.NaN, "must be a number"],
])("%j says of %j that it %s", (schema, value, message) => {
	expect(listPlaces(schema, value)[0]).toBe(` ${message}`);
});

test("the errors of each alternative precede that of anyOf", () => {
	const anyOf = ["pointer", "parameter"].map((name) => ({ required: [name] }));
	expect(listPlaces({ anyOf }, {})).toEqual([
		"/pointer is required",
		"/parameter is required",
		" must match a schema in anyOf",
	]);
});

const shapes = {
	discriminator: { propertyName: "kind" },
	oneOf: ["circle", "square"].map((kind) => ({
		type: "object",
		required: ["size"],
		properties: { kind: { const: kind } },
	})),
};

test.each<[object, string]>([
	[{ kind: "square" }, "/size is required"],
	[
		{ kind: "sqare" },
		'/kind is an unknown kind. Did you mean "square"? Available: circle, square',
	],
	[{ kind: 4 }, "/kind must be one of circle, square"],
	[{}, "/kind must be one of circle, square"],
])("of %j, only the errors of its kind are listed", (value, place) => {
	expect(listPlaces(shapes, value)).toEqual([place]);
});

test("properties of a base are known, also if the base finds them invalid", () => {
	const base = { required: ["id"], properties: { id: text, size: text } };
	const schema = {
		allOf: [base],
		properties: { kind: text },
		unevaluatedProperties: false,
	};
	expect(listPlaces(schema, { size: 5, sice: 5 })).toEqual([
		"/id is required",
		"/size must be a string",
		'/sice is an unknown property. Did you mean "size"? Available: kind, id, size',
	]);
});

test("an undefined property is a missing one", () => {
	const schema = {
		required: ["id"],
		properties: { id: text, size: text, unit: text },
		dependentRequired: { size: ["unit"], id: ["unit"] },
	};
	expect(listPlaces(schema, { id: undefined, size: undefined })).toEqual([
		"/id is required",
	]);
});

const REMEDY = { "x-remedy": "must be a color, like #ff8800" };

test.each<[string, Node, unknown]>([
	["a pattern", { type: "string", pattern: "^#", ...REMEDY }, "red"],
	[
		"a choice, whatever its alternatives are",
		{ oneOf: [{ required: ["red"] }, { maxProperties: 0 }], ...REMEDY },
		{ blue: 255 },
	],
])(
	"x-remedy replaces the sentence about %s, and no other",
	(_, part, wrong) => {
		const properties = { color: part, size: { type: "string", ...REMEDY } };
		expect(listPlaces({ properties }, { color: wrong, size: 5 })).toEqual([
			`/color ${REMEDY["x-remedy"]}`,
			"/size must be a string",
		]);
	},
);
