import { expect, test } from "vitest";
import { createEngine } from "../../../src/engine/engine.ts";
import type { OperationInput } from "../../../src/engine/model/service.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { respond, withOperation, write } from "./write-document.ts";

const LIST = { type: "array", items: { type: "integer" } };
const POINT = {
	type: "object",
	properties: { x: { type: "integer" }, y: { type: "integer" } },
};

const OPTIONAL_LIST = { anyOf: [LIST, { type: "null" }] };
const ONE_OR_MORE = { oneOf: [{ type: "integer" }, LIST] };
const POINT_OR_NUMBER = { anyOf: [POINT, { type: "integer" }] };
/** An array and an object whose alternatives only limit them. */
const BOX = {
	...{ type: "array", items: { type: "number" } },
	oneOf: [
		{ minItems: 4, maxItems: 4 },
		{ minItems: 6, maxItems: 6 },
	],
};
const CHOSEN = { ...POINT, anyOf: [{ required: ["x"] }, { required: ["y"] }] };
const DEEP = { in: "query", style: "deepObject" };

/** Parameters as OpenAPI writes them, what a request has, and the input or the name of the invalid one. */
const PARAMETERS: readonly (readonly [
	parameter: object,
	target: string,
	headers: Record<string, string>,
	expected: unknown,
])[] = [
	[{ in: "path", schema: { type: "integer", maximum: 9 } }, "/7", {}, { p: 7 }],
	[{ in: "path", schema: { type: "integer", maximum: 9 } }, "/10", {}, "p"],
	[{ in: "path", schema: { type: "integer" } }, "/a", {}, "p"],
	[{ in: "path", schema: LIST }, "/1,2", {}, { p: [1, 2] }],
	[{ in: "path", schema: POINT }, "/x,1,y,2", {}, { p: { x: 1, y: 2 } }],
	[
		{ in: "path", explode: true, schema: POINT },
		"/x=1,y=2",
		{},
		{ p: { x: 1, y: 2 } },
	],
	[
		{ in: "query", explode: false, schema: BOX },
		"/q?p=1,2,3,4",
		{},
		{ p: [1, 2, 3, 4] },
	],
	[{ in: "query", explode: false, schema: BOX }, "/q?p=1,2,3", {}, "p"],
	[{ in: "query", schema: CHOSEN }, "/q?x=1", {}, { p: { x: 1 } }],
	[{ in: "header", schema: { type: "string" } }, "/q", { p: "" }, "p"],
	[{ in: "query", schema: { type: "string" } }, "/q?p=", {}, "p"],
	[
		{ in: "query", schema: { type: "string", default: "" } },
		"/q?p=",
		{},
		{ p: "" },
	],
	[{ in: "query", schema: LIST }, "/q?p=1&p=2", {}, { p: [1, 2] }],
	[{ in: "query", schema: LIST }, "/q?p=1&p=b", {}, "p"],
	[
		{ in: "query", explode: false, schema: LIST },
		"/q?p=1,2",
		{},
		{ p: [1, 2] },
	],
	[{ in: "query", schema: POINT }, "/q?x=1&y=2", {}, { p: { x: 1, y: 2 } }],
	[{ in: "query", required: true, schema: POINT }, "/q", {}, { p: {} }],
	[
		{ in: "query", required: true, schema: { ...POINT, required: ["x"] } },
		...(["/q", {}, "p"] as const),
	],
	[
		{ in: "query", explode: false, schema: POINT },
		"/q?p=x,1",
		{},
		{ p: { x: 1 } },
	],
	[
		{ in: "query", style: "deepObject", schema: POINT },
		"/q?p[x]=1&p[y]=2",
		{},
		{ p: { x: 1, y: 2 } },
	],
	[
		{ in: "query", style: "deepObject", schema: POINT },
		"/q?p%5Bx%5D=b",
		{},
		"p",
	],
	[{ in: "query", schema: OPTIONAL_LIST }, "/q?p=1&p=2", {}, { p: [1, 2] }],
	[{ in: "query", schema: OPTIONAL_LIST }, "/q?p=1", {}, { p: [1] }],
	[{ in: "query", schema: OPTIONAL_LIST }, "/q?p=a", {}, "p"],
	[{ in: "query", schema: ONE_OR_MORE }, "/q?p=1", {}, { p: 1 }],
	[{ in: "query", schema: ONE_OR_MORE }, "/q?p=1&p=2", {}, { p: [1, 2] }],
	[{ ...DEEP, schema: POINT_OR_NUMBER }, "/q?p[x]=1", {}, { p: { x: 1 } }],
	[{ ...DEEP, schema: POINT_OR_NUMBER }, "/q?p=7", {}, { p: 7 }],
	[{ ...DEEP, schema: POINT_OR_NUMBER }, "/q?p[x]=a", {}, "p"],
	[{ ...DEEP, schema: LIST }, "/q?p[]=1&p[]=2", {}, { p: [1, 2] }],
	[{ ...DEEP, schema: LIST }, "/q?p[0]=1", {}, { p: [1] }],
	[
		{
			...DEEP,
			schema: { additionalProperties: { type: "integer" }, type: "object" },
		},
		...(["/q?p[a]=1", {}, { p: { a: 1 } }] as const),
	],
	[
		{ ...DEEP, schema: { ...POINT, properties: { x: OPTIONAL_LIST } } },
		...(["/q?p[x]=1", {}, { p: { x: [1] } }] as const),
	],
	[
		{ in: "query", schema: { allOf: [{ type: "integer" }], minimum: 1 } },
		...(["/q?p=5", {}, { p: 5 }] as const),
	],
	[
		{ in: "query", schema: { allOf: [{ type: "boolean" }] } },
		...(["/q?p=true", {}, { p: true }] as const),
	],
	[{ in: "header", schema: LIST }, "/q", { p: "1, 2" }, {}],
	[{ in: "query", schema: { type: "number" } }, "/q?p=-1.5", {}, { p: -1.5 }],
	[{ in: "query", schema: { type: "integer" } }, "/q?p=-1", {}, { p: -1 }],
	[
		{ in: "query", content: { "application/json": { schema: POINT } } },
		`/q?p=${encodeURIComponent('{"x":1}')}`,
		{},
		{ p: { x: 1 } },
	],
	...["a b", '"a b"', "12"].map((text): (typeof PARAMETERS)[number] => [
		{
			in: "query",
			content: { "application/json": { schema: { type: "string" } } },
		},
		`/q?p=${encodeURIComponent(text)}`,
		{},
		{ p: text.replaceAll('"', "") },
	]),
	[
		{ in: "query", content: { "application/json": { schema: {} } } },
		`/q?p=${"[".repeat(129)}${"]".repeat(129)}`,
		{},
		"p",
	],
	[
		{ in: "header", content: { "application/json": { schema: {} } } },
		"/q",
		{ p: `${"[".repeat(129)}${"]".repeat(129)}` },
		"p",
	],
	[{ in: "query", schema: { enum: [1, 2] } }, "/q?p=2", {}, { p: 2 }],
	[
		{ in: "header", required: true, schema: { type: "integer" } },
		"/q",
		{},
		"p",
	],
	[{ in: "header", schema: { type: "integer" } }, "/q", { p: "x" }, "p"],
	[{ in: "header", schema: LIST }, "/q", { p: "1,x" }, "p"],
	[{ in: "header", schema: LIST }, "/q", { p: "1,2" }, {}],
	[{ in: "cookie", schema: { type: "boolean" } }, "/q", { cookie: "p=1" }, "p"],
	[
		{ in: "cookie", schema: { type: "boolean" } },
		"/q",
		{ cookie: "p=true" },
		{},
	],
];

test.each(PARAMETERS)(
	"reads %j of %s",
	async (parameter, target, headers, expected) => {
		const inPath = "in" in parameter && parameter.in === "path";
		const operation = {
			parameters: [{ name: "p", required: inPath, ...parameter }],
			...respond({ type: "object" }),
		};
		const file = await write({
			"api.json": {
				...withOperation(operation),
				paths: { [inPath ? "/{p}" : "/q"]: { get: operation } },
			},
		});
		const document = await loadDocument(file);
		const [definition] = document.service.operations;
		let input: unknown;
		const service = {
			...document.service,
			operations: definition
				? [
						{
							...definition,
							handle: async ({ path, query }: OperationInput) => {
								input = { ...path, ...query };
								return { status: 200, body: {} };
							},
						},
					]
				: [],
		};
		const mock = createEngine(service);
		const request = new Request(`http://a.test${target}`, { headers });
		const response = await mock.fetch(request);
		const { errors } = await response.json();
		if (typeof expected !== "string") expect(input).toEqual(expected);
		else
			expect(errors).toEqual([
				{ parameter: expected, detail: expect.any(String) },
			]);
		expect(response.status).toBe(typeof expected === "string" ? 400 : 200);
		await mock.close();
	},
);

test("an operation with a parameter that cannot be read is refused alone", async () => {
	const content = withOperation(respond({ type: "object" }));
	const color = { name: "color", in: "path", required: true, style: "matrix" };
	const get = { parameters: [color], ...respond({ type: "object" }) };
	const file = await write({
		"api.json": {
			...content,
			paths: { ...content.paths, "/{color}": { get } },
		},
	});
	const { refused, plans } = await loadDocument(file);
	expect(plans.map(({ operation }) => operation.id)).toEqual(["listBooks"]);
	expect(refused).toEqual([
		"GET /{color} (/paths/~1{color}/get/parameters): style: matrix of the path parameter color is not supported. Use style: simple.",
	]);
});
