import { expect, test } from "vitest";
import { createEngine } from "../../../src/engine/engine.ts";
import type { OperationInput } from "../../../src/engine/model/service.ts";
import {
	array,
	may,
	NUMBER,
	respond,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { loadContent } from "./write-document.ts";

const LIST = array(NUMBER);
const POINT = may({ x: NUMBER, y: NUMBER });

const OPTIONAL_LIST = { anyOf: [LIST, { type: "null" }] };
const ONE_OR_MORE = { oneOf: [NUMBER, LIST] };
const POINT_OR_NUMBER = { anyOf: [POINT, NUMBER] };
/** An array and an object whose alternatives only limit them. */
const BOX = {
	...array({ type: "number" }),
	oneOf: [
		{ minItems: 4, maxItems: 4 },
		{ minItems: 6, maxItems: 6 },
	],
};
const CHOSEN = { ...POINT, anyOf: [{ required: ["x"] }, { required: ["y"] }] };
const WITH_X = { ...POINT, required: ["x"] };
const WITH_LIST = { ...POINT, properties: { x: OPTIONAL_LIST } };
const MAP = { type: "object", additionalProperties: NUMBER };
const DIGIT = { ...NUMBER, maximum: 9 };
const FLAG = { type: "boolean" };
const NESTED = `${"[".repeat(129)}${"]".repeat(129)}`;

const path = (schema: object) => ({ in: "path", schema });
const query = (schema: object) => ({ in: "query", schema });
const joined = (schema: object) => ({ in: "query", explode: false, schema });
const deep = (schema: object) => ({ ...query(schema), style: "deepObject" });
const header = (schema: object) => ({ in: "header", schema });
const inJson = (place: string, schema: object) => ({
	...{ in: place, content: { "application/json": { schema } } },
});
const queryOf = (text: string) => `/q?p=${encodeURIComponent(text)}`;

/** Parameters as OpenAPI writes them, what a request has, and the input or the name of the invalid one. */
const PARAMETERS: readonly (readonly [
	parameter: object,
	target: string,
	headers: Record<string, string>,
	expected: unknown,
])[] = [
	[path(DIGIT), "/7", {}, { p: 7 }],
	[path(DIGIT), "/10", {}, "p"],
	[path(NUMBER), "/a", {}, "p"],
	[path(LIST), "/1,2", {}, { p: [1, 2] }],
	[path(POINT), "/x,1,y,2", {}, { p: { x: 1, y: 2 } }],
	[{ ...path(POINT), explode: true }, "/x=1,y=2", {}, { p: { x: 1, y: 2 } }],
	[joined(BOX), "/q?p=1,2,3,4", {}, { p: [1, 2, 3, 4] }],
	[joined(BOX), "/q?p=1,2,3", {}, "p"],
	[query(CHOSEN), "/q?x=1", {}, { p: { x: 1 } }],
	[header(TEXT), "/q", { p: "" }, "p"],
	[query(TEXT), "/q?p=", {}, "p"],
	[query({ ...TEXT, default: "" }), "/q?p=", {}, { p: "" }],
	[query(LIST), "/q?p=1&p=2", {}, { p: [1, 2] }],
	[query(LIST), "/q?p=1&p=b", {}, "p"],
	[joined(LIST), "/q?p=1,2", {}, { p: [1, 2] }],
	[query(POINT), "/q?x=1&y=2", {}, { p: { x: 1, y: 2 } }],
	[{ ...query(POINT), required: true }, "/q", {}, { p: {} }],
	[{ ...query(WITH_X), required: true }, "/q", {}, "p"],
	[joined(POINT), "/q?p=x,1", {}, { p: { x: 1 } }],
	[deep(POINT), "/q?p[x]=1&p[y]=2", {}, { p: { x: 1, y: 2 } }],
	[deep(POINT), "/q?p%5Bx%5D=b", {}, "p"],
	[query(OPTIONAL_LIST), "/q?p=1&p=2", {}, { p: [1, 2] }],
	[query(OPTIONAL_LIST), "/q?p=1", {}, { p: [1] }],
	[query(OPTIONAL_LIST), "/q?p=a", {}, "p"],
	[query(ONE_OR_MORE), "/q?p=1", {}, { p: 1 }],
	[query(ONE_OR_MORE), "/q?p=1&p=2", {}, { p: [1, 2] }],
	[deep(POINT_OR_NUMBER), "/q?p[x]=1", {}, { p: { x: 1 } }],
	[deep(POINT_OR_NUMBER), "/q?p=7", {}, { p: 7 }],
	[deep(POINT_OR_NUMBER), "/q?p[x]=a", {}, "p"],
	[deep(LIST), "/q?p[]=1&p[]=2", {}, { p: [1, 2] }],
	[deep(LIST), "/q?p[0]=1", {}, { p: [1] }],
	[deep(MAP), "/q?p[a]=1", {}, { p: { a: 1 } }],
	[deep(WITH_LIST), "/q?p[x]=1", {}, { p: { x: [1] } }],
	[query({ allOf: [NUMBER], minimum: 1 }), "/q?p=5", {}, { p: 5 }],
	[query({ allOf: [FLAG] }), "/q?p=true", {}, { p: true }],
	[header(LIST), "/q", { p: "1, 2" }, {}],
	[query({ type: "number" }), "/q?p=-1.5", {}, { p: -1.5 }],
	[query(NUMBER), "/q?p=-1", {}, { p: -1 }],
	[inJson("query", POINT), queryOf('{"x":1}'), {}, { p: { x: 1 } }],
	[inJson("query", TEXT), queryOf("a b"), {}, { p: "a b" }],
	[inJson("query", TEXT), queryOf('"a b"'), {}, { p: "a b" }],
	[inJson("query", TEXT), queryOf("12"), {}, { p: "12" }],
	[inJson("query", {}), `/q?p=${NESTED}`, {}, "p"],
	[inJson("header", {}), "/q", { p: NESTED }, "p"],
	[query({ enum: [1, 2] }), "/q?p=2", {}, { p: 2 }],
	[{ ...header(NUMBER), required: true }, "/q", {}, "p"],
	[header(NUMBER), "/q", { p: "x" }, "p"],
	[header(LIST), "/q", { p: "1,x" }, "p"],
	[header(LIST), "/q", { p: "1,2" }, {}],
	[{ in: "cookie", schema: FLAG }, "/q", { cookie: "p=1" }, "p"],
	[{ in: "cookie", schema: FLAG }, "/q", { cookie: "p=true" }, {}],
];

test.each(PARAMETERS)(
	"reads %j of %s",
	async (parameter, target, headers, expected) => {
		const inPath = "in" in parameter && parameter.in === "path";
		const operation = {
			parameters: [{ name: "p", required: inPath, ...parameter }],
			...respond({ type: "object" }),
		};
		const document = await loadContent({
			...withOperation(operation),
			paths: { [inPath ? "/{p}" : "/q"]: { get: operation } },
		});
		let input: unknown;
		const operations = document.service.operations.map((each) => ({
			...each,
			handle: async ({ path, query }: OperationInput) => {
				input = { ...path, ...query };
				return { status: 200, body: {} };
			},
		}));
		const mock = createEngine({ ...document.service, operations });
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
	const { refused, plans } = await loadContent({
		...content,
		paths: { ...content.paths, "/{color}": { get } },
	});
	expect(plans.map(({ operation }) => operation.id)).toEqual(["listBooks"]);
	expect(refused).toEqual([
		"GET /{color} (/paths/~1{color}/get/parameters): style: matrix of the path parameter color is not supported. Use style: simple.",
	]);
});
