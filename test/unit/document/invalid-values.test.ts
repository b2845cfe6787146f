import { expect, test } from "vitest";
import { interpretSchemas } from "../../../src/document/interpret-schemas.ts";
import { findInvalidPlaces } from "../../../src/values/validation.ts";

const messageOf = (schema: Record<string, unknown>, value: unknown): string => {
	const { it } = interpretSchemas(() => ({}), [["it", schema]]);
	const [place] = it ? findInvalidPlaces(value, it) : [];
	return place?.detail ?? "";
};

const text = { type: "string" };

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
		"must match exactly one alternative",
	],
	[
		{ oneOf: [text, { type: "boolean" }] },
		3,
		"must match exactly one alternative",
	],
])("%j says of %j that it %s", (schema, value, message) => {
	expect(messageOf(schema, value)).toBe(message);
});
