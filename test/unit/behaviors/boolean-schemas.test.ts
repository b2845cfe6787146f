import { expect, test } from "vitest";
import { createContract } from "../../../src/checks/create-contract.ts";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { respond, withOperation, write } from "./write-document.ts";

const components = { schemas: { Any: true, None: false } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const PAIR = [{ type: "string" }, { type: "integer" }];

test.each([
	[{ type: "array", prefixItems: PAIR, items: false }, ["a", 1]],
	[{ type: "array", items: true }, ["a", 1]],
	[{ properties: { a: true, b: { type: "string" } } }, { a: 5, b: "b" }],
	[{ properties: { a: false } }, { b: "b" }],
	[{ properties: { a: ref("Any") } }, { a: 5 }],
	[{ properties: { a: ref("None") } }, { b: "b" }],
])("a schema may have booleans for schemas: %j", async (schema, body) => {
	const { judge, find } = await load(schema);
	expect(judge(body)).toEqual([]);
	expect(find(body)).toBeUndefined();
});

test.each([
	[
		{ type: "array", prefixItems: PAIR, items: false },
		["a", 1, 2],
		"$[*] no value",
		"/2 is not allowed",
	],
	[
		{ type: "array", prefixItems: PAIR },
		["a", "b"],
		"$[*] a value of type integer",
		"/1 must be a whole number",
	],
	[{ properties: { a: false } }, { a: 5 }, "$.a no value", "/a is not allowed"],
	[
		{ properties: { a: ref("None") } },
		{ a: 5 },
		"$.a no value",
		"/a is not allowed",
	],
])("a value that is forbidden deviates: %j", async (schema, body, at, text) => {
	const { judge, find } = await load(schema);
	expect(judge(body)).toEqual([at]);
	expect(find(body)).toBe(`the response body ${text}`);
});

async function load(schema: object) {
	const document = withOperation(respond(schema), { components });
	const file = await write({ "api.json": document });
	const documented = (await loadDocument(file)).describe();
	const receive = (body: unknown) => ({
		status: 200,
		headers: { "content-type": "application/json" },
		body: Buffer.from(JSON.stringify(body)),
	});
	const request = { method: "GET", path: "/books" };
	const target = "listBooks";
	return {
		judge: (body: unknown) =>
			judgeResponse(documented, {
				...{ target, request, status: 200, response: receive(body) },
			}).deviations.map(({ where, expected }) => `${where} ${expected}`),
		find: (body: unknown) =>
			documented.findResponseViolation(target, "GET", receive(body)),
	};
}

test.each([
	[{}, 0],
	[{ "x-max-depth": 5, "x-max-bytes": 99 }, 4],
])(
	"checks know only the limits that the document says: %j",
	async (limits, count) => {
		const schema = { type: "object" };
		const operation = {
			operationId: "createBook",
			requestBody: { content: { "application/json": { schema } } },
			responses: {
				...respond(schema).responses,
				"400": { description: "", ...limits },
				"413": { description: "" },
			},
		};
		const paths = { "/books": { post: operation } };
		const file = await write({ "api.json": { ...withOperation({}), paths } });
		const { probes } = createContract(await loadDocument(file));
		const found = probes.filter(({ description }) =>
			/too deeply|over the limit|largest size/.test(description),
		);
		expect(found).toHaveLength(count);
	},
);
