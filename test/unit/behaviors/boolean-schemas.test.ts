import { expect, test } from "vitest";
import { createContract } from "../../../src/checks/create-contract.ts";
import {
	also,
	array,
	NUMBER,
	respond,
	response,
	saves,
	TEXT,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";
import { judgeBooks } from "./judge-books.ts";
import { loadContent } from "./write-document.ts";

const components = { schemas: { Any: true, None: false } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const PAIR = [TEXT, NUMBER];
const LIST = { type: "array", prefixItems: PAIR };
const NO_ITEM = ["$[*]", "no value"];
const NO_NUMBER = ["$[*]", "a value of type integer"];
const NO_A = ["$.a", "no value"];

test.each([
	[{ ...LIST, items: false }, ["a", 1]],
	[array(true), ["a", 1]],
	[{ properties: { a: true, b: TEXT } }, { a: 5, b: "b" }],
	[{ properties: { a: false } }, { b: "b" }],
	[{ properties: { a: ref("Any") } }, { a: 5 }],
	[{ properties: { a: ref("None") } }, { b: "b" }],
])("a schema may have booleans for schemas: %j", async (schema, body) => {
	const { judge, find } = await load(schema);
	expect(judge(receivedJson(body))).toEqual([]);
	expect(find(receivedJson(body))).toBeUndefined();
});

test.each([
	[{ ...LIST, items: false }, ["a", 1, 2], NO_ITEM, "/2 is not allowed"],
	[LIST, ["a", "b"], NO_NUMBER, "/1 must be a whole number"],
	[{ properties: { a: false } }, { a: 5 }, NO_A, "/a is not allowed"],
	[{ properties: { a: ref("None") } }, { a: 5 }, NO_A, "/a is not allowed"],
])("a value that is forbidden deviates: %j", async (schema, body, at, text) => {
	const { judge, find } = await load(schema);
	const found = judge(receivedJson(body));
	expect(found.map(({ where, expected }) => [where, expected])).toEqual([at]);
	expect(find(receivedJson(body))).toBe(`the response body ${text}`);
});

const load = async (schema: object) =>
	judgeBooks(await loadContent(withOperation(respond(schema), { components })));

test.each([
	[{}, 0],
	[{ "x-max-depth": 5, "x-max-bytes": 99 }, 4],
])(
	"checks know only the limits that the document says: %j",
	async (limits, count) => {
		const errors = { 400: { ...response(), ...limits }, 413: response() };
		const operation = also(saves({ type: "object" }), errors);
		const paths = { "/books": { post: operation } };
		const { probes } = createContract(await loadContent(withPaths(paths)));
		const found = probes.filter(({ description }) =>
			/too deeply|over the limit|largest size/.test(description),
		);
		expect(found).toHaveLength(count);
	},
);
