import { expect, test } from "vitest";
import {
	inQuery,
	list,
	may,
	respond,
	saves,
	TEXT,
} from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const { responses } = respond({ const: { ok: true } });

const queryOf = (...parameters: object[]) => ({
	"/a": {
		get: {
			parameters,
			responses: { ...responses, "400": { description: "" } },
		},
	},
});

test("a required parameter is required although it has a default", async () => {
	const schema = { type: "integer", default: 5, maximum: 9 };
	await using mock = await openPaths(
		queryOf(inQuery("a", schema, { required: true }), inQuery("b", schema)),
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
	const book = may({ id: {}, size: schema });
	await using mock = await openPaths({
		"/books": { post: saves(book, may({ size: schema })) },
		"/loans": { post: respond(book) },
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
		queryOf(inQuery("code", { type: "string", pattern }));
	await using mock = await openPaths(parameter("\\A[\\w-.]{2}\\z"));
	expect((await mock.send("GET", "/a?code=a-")).status).toBe(200);
	expect((await mock.send("GET", "/a?code=a-b")).status).toBe(400);
	await expect(openPaths(parameter("^(a"))).rejects.toThrow(
		/Invalid document .*pattern \^\(a/,
	);
});

test("the default of a parameter may be a text for a number", async () => {
	const parameters = [inQuery("limit", { type: "integer", default: "2" })];
	const get = { ...list(may({ id: TEXT })), parameters };
	await using mock = await openPaths({ "/books": { get } });
	expect(await mock.read("/books")).toHaveLength(2);
});
