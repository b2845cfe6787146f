import { expect, test } from "vitest";
import { listErrorPlaces } from "../../../src/verification/differences/error-places.ts";
import { hasPlace } from "../../../src/verification/differences/unnamed.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const reject = (body: unknown) => ({
	...{ operation: "fill", cause: undefined },
	request: {
		...{ method: "POST", path: "/jars" },
		body: '{"plums":[{"size":1}],"lid":"plums"}',
	},
	response: received(400, JSON.stringify(body)),
});

const tell = (bodies: readonly unknown[], documented = "") =>
	listErrorPlaces(bodies.map(reject), (_, where) => where === documented).map(
		({ where, actual }) => `${where} ${actual}`,
	);

test.each([
	[
		{ errors: [{ at: "plums[0].size" }] },
		'$.errors[*].at the place of an error in an item, such as "plums[0].size"',
	],
	[
		{ errors: [{ at: "/a/plums/0/size" }] },
		'$.errors[*].at the place of an error in an item, such as "/a/plums/0/size"',
	],
	[
		{ at: ["plums", 0, "size"] },
		'$.at the place of an error in an item as an array, such as ["plums",0,"size"]',
	],
	[
		{ errors: { "plums.0.size": ["small"] } },
		"$.errors the place of an error in an item as a name, such as plums.0.size",
	],
	[
		{ errors: { plums: { 0: { size: ["small"] } } } },
		"$.errors the place of an error in an item as names and indexes, such as plums.0.size",
	],
])("the place of an item in an error is told: %o", (body, told) => {
	expect(tell([body])).toEqual([told]);
});

test("the longest place is told, at the outermost place that the document lacks", () => {
	const short = { at: "plums[0]", more: { at: "plums[0].size" } };
	expect(tell([{ at: "plums[0].size" }, short, { at: "plums" }])).toEqual([
		'$.at the place of an error in an item, such as "plums[0].size"',
	]);
	expect(tell([{ at: "/plums/0" }], "$.at")).toEqual([]);
	expect(tell([{ at: "jars[0].size" }, { at: "all plums are small" }])).toEqual(
		[],
	);
	expect(tell([{ codes: ["plums[0]", "plums"] }])).toEqual([
		'$.codes[*] the place of an error in an item, such as "plums[0]"',
	]);
});

test("the place of a parameter in an error is told", () => {
	const ask = (body: unknown) =>
		listErrorPlaces(
			[{ ...reject(body), request: { method: "GET", path: "/jars?size=0" } }],
			() => false,
		).map(({ where, actual }) => `${where} ${actual}`);
	const place = "the place of an error in the query";
	expect(ask({ field: "list.size" })).toEqual([
		`$.field ${place}, such as "list.size"`,
	]);
	expect(ask({ query: { size: ["small"] } })).toEqual([
		`$.query ${place} as a name, such as size`,
	]);
	expect(ask({ path: ["query", "size"] })).toEqual([
		`$.path ${place} as an array, such as ["query","size"]`,
	]);
	expect(ask({ path: "/jars?size=0", text: "The size is small." })).toEqual([]);
	expect(ask({ "@size": ["small"], size: 400 })).toEqual([]);
});

test("the place of an error may be only within a text", () => {
	const text = "all of body/plums/0/size: must be small";
	const where = 'within a text, such as "body/plums/0/size"';
	expect(tell([{ text }])).toEqual([
		`$.text the place of an error in an item ${where}`,
	]);
	expect(tell([{ text, at: "plums[0]" }])).toEqual([
		'$.at the place of an error in an item, such as "plums[0]"',
	]);
});

test("a text in the place of an object of the document is not documented", () => {
	const has = (where: string) =>
		hasPlace(contract, { operation: "createZap" }, where);
	expect(has("$.errors[*].pointer")).toBe(true);
	expect(has("$.errors[*]")).toBe(false);
	expect(has("$.errors")).toBe(false);
	expect(has("$.field")).toBe(false);
});
