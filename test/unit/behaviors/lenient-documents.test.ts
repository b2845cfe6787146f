import { expect, test } from "vitest";
import { openDocument } from "./open-document.ts";
import { respond, withOperation, write } from "./write-document.ts";

/** Opens a mock of a document with these paths. */
const open = async (paths: object) =>
	openDocument(await write({ "api.json": { ...withOperation({}), paths } }));

const { responses } = respond({ const: { ok: true } });

const queryOf = (...parameters: object[]) => ({
	"/a": {
		get: {
			parameters: parameters.map((each) => ({ in: "query", ...each })),
			responses: { ...responses, "400": { description: "" } },
		},
	},
});

test("a required parameter is required although it has a default", async () => {
	const schema = { type: "integer", default: 5, maximum: 9 };
	await using mock = await open(
		queryOf({ name: "a", required: true, schema }, { name: "b", schema }),
	);
	expect((await mock.send("GET", "/a?a=1")).status).toBe(200);
	expect((await mock.send("GET", "/a?b=1")).status).toBe(400);
});

test.each([
	[{ type: "integer", default: "5" }, 5],
	[{ type: "integer", default: 5 }, 5],
	[{ type: "boolean", default: "true" }, true],
	[{ type: "string", default: "5" }, "5"],
	[{ type: "string", default: 5 }, "5"],
	[{ type: "integer", default: "many" }, undefined],
	[{ type: "integer", default: null }, undefined],
])("a default may be a text of another type: %j", async (schema, value) => {
	const properties = { size: schema };
	const book = { type: "object", properties: { id: {}, ...properties } };
	const post = {
		...respond(book),
		requestBody: {
			content: {
				"application/json": { schema: { type: "object", properties } },
			},
		},
	};
	const loans = { ...post, requestBody: undefined };
	await using mock = await open({
		"/books": { post },
		"/loans": { post: loans },
	});
	const shown = {
		id: expect.anything(),
		...(value !== undefined && { size: value }),
	};
	expect((await mock.send("POST", "/books", {})).body).toEqual(shown);
	expect((await mock.send("POST", "/loans")).body).toEqual(shown);
});

test("patterns of other engines are checked, and one that is invalid in any form is refused", async () => {
	const parameter = (pattern: string) =>
		queryOf({ name: "code", schema: { type: "string", pattern } });
	await using mock = await open(parameter("\\A[\\w-.]{2}\\z"));
	expect((await mock.send("GET", "/a?code=a-")).status).toBe(200);
	expect((await mock.send("GET", "/a?code=a-b")).status).toBe(400);
	await expect(open(parameter("^(a"))).rejects.toThrow(
		/Invalid document .*pattern \^\(a/,
	);
});

test("the default of a parameter may be a text for a number", async () => {
	const items = { type: "object", properties: { id: { type: "string" } } };
	const schema = { type: "integer", default: "2" };
	const get = {
		...respond({ type: "array", items }),
		parameters: [{ in: "query", name: "limit", schema }],
	};
	await using mock = await open({ "/books": { get } });
	expect((await mock.send("GET", "/books")).body).toHaveLength(2);
});
