import { expect, test } from "vitest";
import { object, TEXT, takes } from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const RECORD = object({ id: TEXT, title: TEXT });
const shows = (headers: object) => ({
	...{ description: "", headers },
	content: { "application/json": { schema: RECORD } },
});
const REQUEST = takes(object({ title: TEXT }));
const UUID = { type: "string", format: "uuid" };

/** Returns the headers of a created record, and the record. */
async function create(headers: object, others: object = {}) {
	await using mock = await openPaths({
		"/books": { post: { ...REQUEST, responses: { "201": shows(headers) } } },
		...others,
	});
	const response = await mock.fetch("/books", {
		...{ method: "POST", body: JSON.stringify({ title: "x" }) },
		headers: { "content-type": "application/json" },
	});
	return { headers: response.headers, id: (await response.json()).id };
}

test("the constant of a header replaces the version of the record", async () => {
	const etag = { schema: { const: 'W/"1"' } };
	expect((await create({ ETag: etag })).headers.get("etag")).toBe('W/"1"');
	expect((await create({ ETag: {} })).headers.get("etag")).toBe('"1"');
});

test.each([
	{ example: "a", schema: UUID },
	{ examples: { one: { value: "a" } }, schema: UUID },
	{ schema: { ...TEXT, example: "a" } },
])("a required header has its example: %j", async (header) => {
	const { headers } = await create({ "X-Id": { required: true, ...header } });
	expect(headers.get("x-id")).toBe("a");
});

test("a required Location without a template is the path of the new record, if an operation has it", async () => {
	const location = { Location: { required: true, schema: TEXT } };
	const item = { get: { responses: { "200": shows({}) } } };
	const { headers, id } = await create(location, { "/books/{bookId}": item });
	expect(headers.get("location")).toBe(`/books/${id}`);
	expect((await create(location)).headers.get("location")).toBe("text");
});
