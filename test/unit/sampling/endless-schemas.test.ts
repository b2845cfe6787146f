import { expect, test } from "vitest";
import { sample as sampleField } from "../../../src/document/compose.ts";
import { readField } from "../../../src/document/field.ts";
import { inline } from "../../../src/document/inline.ts";
import { createResolver } from "../../../src/document/node.ts";
import { createSampler } from "../../../src/sampling/create-sampler.ts";
import { object, TEXT } from "./recursive-document.ts";

const refer = (name: string) => ({ $ref: `#/schemas/${name}` });

/** Returns a document whose schemas each refer twice to the next one. */
const nest = (
	levels: number,
	join: (next: object) => object,
	last: object,
) => ({
	L0: last,
	...Object.fromEntries(
		Array.from({ length: levels }, (_, index) => [
			`L${index + 1}`,
			join(refer(`L${index}`)),
		]),
	),
	X: refer(`L${levels}`),
});

const pair = (next: object) => object({ a: next, b: next }, "a", "b");
const list = (minItems: number, items: object) => ({
	...{ type: "array", minItems, items },
});
const text = (keywords: object) => ({ ...TEXT, ...keywords });

const createFor = (schemas: object) => createSampler({ schemas }, "writeOnly");
const sample = (schemas: object) =>
	createFor(schemas).sample(refer("X"), "seed");

/** Returns the simple value that a response has if there is no sample. */
function sampleSimply(schemas: object) {
	const resolve = createResolver({ schemas });
	return sampleField(readField(inline(resolve, refer("X"))));
}

const ENDLESS: readonly (readonly [string, object, unknown])[] = [
	["requires itself twice", { X: pair(refer("X")) }, expect.any(Object)],
	[
		"requires another one twice, which requires it twice",
		{ X: pair(refer("Y")), Y: pair(refer("X")) },
		expect.any(Object),
	],
	[
		"requires itself in each of two alternatives",
		{
			X: {
				oneOf: [object({ a: list(3, refer("X")) }, "a"), pair(refer("X"))],
			},
		},
		expect.any(Object),
	],
	["is a list of itself", { X: list(2, refer("X")) }, expect.any(Array)],
	[
		"has a list of itself",
		{ X: object({ all: list(2, refer("X")) }, "all") },
		expect.any(Object),
	],
	["requires what requires …", nest(40, pair, TEXT), {}],
	["asks for very many items", { X: list(1e9, TEXT) }, []],
	["asks for many lists of many", { X: list(3_000, list(3_000, TEXT)) }, []],
	[
		"asks for a very long text",
		{ X: text({ minLength: 1e9 }) },
		expect.stringMatching(/^textx{9996}$/),
	],
	[
		"has a pattern of long texts",
		{ X: text({ pattern: "[\\s\\S]{99999999}" }) },
		"text",
	],
	[
		"has a pattern of groups that repeat groups",
		{ X: text({ pattern: "^((a{1000}){1000}){1000}$" }) },
		"text",
	],
];

test.each(ENDLESS)("there is no sample of a schema that %s", (_, schemas) => {
	expect(sample(schemas)).toBeUndefined();
});

test.each(ENDLESS)(
	"a simple value stands for a schema that %s",
	(_, schemas, simple) => {
		expect(sampleSimply(schemas)).toEqual(simple);
	},
);

test("a sample ends with null where a schema that requires itself allows it", () => {
	const X = { ...pair(refer("X")), type: ["object", "null"] };
	expect(JSON.stringify(sample({ X }))).toMatch(/^\{"a":\{.*\bnull\}+$/);
});

test("a sample has as many items as the schema asks for", () => {
	expect(sample({ X: list(500, TEXT) })).toHaveLength(500);
});

test("a schema that repeats another one in turn is merged once", () => {
	const twice = (next: object) => ({ allOf: [next, { anyOf: [next, next] }] });
	const both = (next: object) => ({ allOf: [next, next] });
	const last = object({ a: TEXT }, "a");
	for (const schemas of [nest(24, both, last), nest(8, twice, last)]) {
		const whole = inline(createResolver({ schemas }), refer("X"));
		const { sample, isValid } = createFor(schemas);
		expect(sample(whole, "seed")).toEqual({ a: expect.any(String) });
		expect(isValid(whole, { a: 1 })).toBe(false);
	}
	expect(sample(nest(24, both, last))).toEqual({ a: expect.any(String) });
});
