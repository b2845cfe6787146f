import { expect, test } from "vitest";
import { listErrorPlaces } from "../../../src/verification/differences/error-places.ts";

const reject = (body: unknown) => ({
	...{ operation: "fill", cause: undefined },
	request: {
		...{ method: "POST", path: "/jars" },
		body: '{"plums":[{"size":1}],"lid":"plums"}',
	},
	response: {
		status: 400,
		headers: {},
		body: Buffer.from(JSON.stringify(body)),
	},
});

const tell = (bodies: readonly unknown[], documented = "") =>
	listErrorPlaces(
		bodies.map(reject),
		(_, where) => where === documented,
		[],
	).map(({ where, actual }) => `${where} ${actual}`);

test.each([
	[
		{ errors: [{ at: "plums[0].size" }] },
		'$.errors[*].at the place of an error, such as "plums[0].size"',
	],
	[
		{ errors: [{ at: "/a/plums/0/size" }] },
		'$.errors[*].at the place of an error, such as "/a/plums/0/size"',
	],
	[
		{ at: ["plums", 0, "size"] },
		'$.at the place of an error as an array, such as ["plums",0,"size"]',
	],
	[
		{ errors: { "plums.0.size": ["small"] } },
		"$.errors errors by their place as a name, such as plums.0.size",
	],
	[
		{ errors: { plums: { 0: { size: ["small"] } } } },
		"$.errors errors by the names and indexes of their places, such as plums.0.size",
	],
])("the place of an item in an error is told: %o", (body, told) => {
	expect(tell([body])).toEqual([told]);
});

test("the longest place is told, at the outermost place that the document lacks", () => {
	const short = { at: "plums[0]", more: { at: "plums[0].size" } };
	expect(tell([short, { at: "plums[0].size" }, { at: "plums" }])).toEqual([
		'$.at the place of an error, such as "plums[0].size"',
	]);
	expect(tell([{ at: "/plums/0" }], "$.at")).toEqual([]);
	expect(
		tell([{ at: "jars[0].size" }, { at: "all plums[0] are small" }]),
	).toEqual([]);
	expect(tell([{ codes: ["plums[0]", "plums"] }])).toEqual([
		'$.codes[*] the place of an error, such as "plums[0]"',
	]);
});
