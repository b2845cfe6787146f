import { expect, test } from "vitest";
import { inPath, list, object, openPaths, TEXT, takes } from "./open-paths.ts";
import { respond } from "./write-document.ts";

const CODE = { ...TEXT, pattern: "^[a-z]{3}$" };

/** Opens a mock whose clients send other books than it shows. */
const openBooks = (sent: object, shown: object, rules: object = {}) => {
	const book = { ...object({ id: TEXT, ...shown }), ...rules };
	const request = { type: "object", properties: sent };
	return openPaths({
		"/books": {
			get: list(book),
			post: { ...takes(request), ...respond(book) },
		},
		"/books/{id}": {
			...inPath("id"),
			get: respond(book),
			patch: { ...takes(request), ...respond(book) },
		},
	});
};

test("a value of a request that the record cannot have is replaced by a valid one, in samples, new and changed records", async () => {
	const line = (properties: object) => ({
		...{ type: "array", items: object(properties) },
	});
	await using mock = await openBooks(
		{ code: TEXT, title: TEXT, lines: line({ text: TEXT }) },
		{ code: CODE, title: TEXT, lines: line({ text: TEXT, mark: CODE }) },
	);
	const { body: samples } = await mock.send("GET", "/books");
	for (const { code } of samples) expect(code).toMatch(/^[a-z]{3}$/);

	const lines = [{ text: "one" }, { text: "two" }];
	const sent = { code: "A long code", title: "Emma", lines };
	const { body: created } = await mock.send("POST", "/books", sent);
	const shown = {
		code: expect.stringMatching(/^[a-z]{3}$/),
		title: "Emma",
		lines: lines.map((each) => ({
			...{ ...each, mark: expect.stringMatching(/^[a-z]{3}$/) },
		})),
	};
	expect(created).toEqual({ id: created.id, ...shown });
	expect((await mock.send("GET", `/books/${created.id}`)).body).toEqual(
		created,
	);

	const change = { code: "X", title: "Persuasion" };
	const path = `/books/${created.id}`;
	expect((await mock.send("PATCH", path, change)).body).toEqual({
		...{ id: created.id, ...shown, title: "Persuasion" },
	});
});

test("a record has no property that its schema forbids", async () => {
	const size = { type: "object", properties: { size: { maximum: 1 } } };
	await using mock = await openBooks(
		{ size: { type: "integer", minimum: 2 }, title: TEXT },
		{ title: TEXT },
		{
			allOf: [{ properties: { size: { type: "integer", minimum: 2 } } }, size],
		},
	);
	const sent = { size: 3, title: "Emma" };
	const { body } = await mock.send("POST", "/books", sent);
	expect(body).toEqual({ id: body.id, title: "Emma" });
});

const BOOK = object({ id: TEXT, title: TEXT });
const content = (schema: object) => ({
	responses: {
		"200": { description: "", content: { "application/json": { schema } } },
	},
});

test.each<[string, object]>([
	["a boolean", { type: "boolean" }],
	["anything", {}],
	["a list", { type: "array", items: TEXT }],
])(
	"records are changed and removed by operations whose response is %s",
	async (_, schema) => {
		await using mock = await openPaths({
			"/books": {
				get: list(BOOK),
				post: { ...takes(object({ title: TEXT })), ...respond(BOOK) },
			},
			"/books/{id}": {
				...inPath("id"),
				get: respond(BOOK),
				put: { ...takes(object({ title: TEXT })), ...content(schema) },
				delete: content(schema),
			},
		});
		const { body: book } = await mock.send("POST", "/books", { title: "a" });
		const path = `/books/${book.id}`;
		expect(await mock.send("PUT", path, { title: "b" })).toMatchObject({
			status: 200,
		});
		expect((await mock.send("GET", path)).body).toEqual({
			...{ id: book.id, title: "b" },
		});
		expect((await mock.send("DELETE", path)).status).toBe(200);
		expect((await mock.send("GET", path)).status).toBe(404);
	},
);

test("the list that one record has among many properties is no page", async () => {
	const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
	const many = Object.fromEntries(names.map((name) => [name, TEXT]));
	const parts = { type: "array", items: object({ id: TEXT }) };
	const shelf = object({ ...many, parts });
	await using mock = await openPaths({
		"/shelves": { post: { ...takes(object(many)), ...respond(shelf) } },
		"/rooms": { get: respond(object({ ...many, rooms: parts })) },
	});
	expect(mock.document.plans).toMatchObject([
		{ behavior: "example" },
		{ behavior: "list" },
	]);
});

test("a list is not restricted to the default of a parameter that no record has as its id", async () => {
	const id = { name: "id", in: "query", schema: { ...TEXT, default: "7" } };
	await using mock = await openPaths({
		"/books": { get: { parameters: [id], ...list(BOOK) } },
	});
	expect((await mock.send("GET", "/books")).body).toHaveLength(5);
});
