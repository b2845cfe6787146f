import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { respond, withOperation, write } from "./write-document.ts";

test("allOf merges the properties of the same name, however deep", async () => {
	const part = (properties: object, required: string[] = []) => ({
		type: "object",
		properties: { error: { type: "object", required, properties } },
		required: ["error"],
	});
	const schema = {
		allOf: [
			part({ code: { type: "string" }, note: { const: "n" } }, ["note"]),
			part({ code: { const: "not_found" } }, ["code"]),
		],
	};
	const file = await write({ "api.json": withOperation(respond(schema)) });
	const { service } = await loadDocument(file);
	expect(await service.readExample("listBooks", 200)).toEqual({
		error: { code: "not_found", note: "n" },
	});
});

test("a total counts the records that match", async () => {
	const item = {
		type: "object",
		properties: {
			id: { type: "integer", "x-role": "book.id" },
			kind: { type: "string", "x-role": "book.kind" },
		},
	};
	const schema = {
		type: "object",
		properties: {
			data: { type: "array", "x-role": "page.items", items: item },
			total: { type: "integer", "x-role": "page.total" },
		},
	};
	const kind = {
		...{ name: "kind", in: "query", "x-role": "query.kind" },
		schema: { type: "string" },
	};
	const operation = { parameters: [kind], ...respond(schema) };
	const file = await write({ "api.json": withOperation(operation) });
	const mock = createMock({ document: await loadDocument(file) });
	const books = ["a", "b", "a"].map((kind, id) => ({ id, kind }));
	await mock.control.setState({ books } as never);
	const read = async (query: string) =>
		(await mock.fetch(new Request(`http://books.test/books${query}`))).json();
	expect(await read("?kind=a")).toMatchObject({ total: 2 });
	expect(await read("?kind=c")).toEqual({ data: [], total: 0 });
	expect(await read("")).toMatchObject({ total: 3 });
});

test.each([
	[{}, [], [1, 2]],
	[{}, [1, 2, 3], [4, 5]],
	[{}, [700, 2], [701, 702]],
	[{ minimum: 0 }, [0, 1, 3], [4, 5]],
])(
	"ids that are numbers follow those of the state: %j, %j",
	async (limits, ids, next) => {
		const id = { type: "integer", "x-role": "book.id", ...limits };
		const schema = { type: "object", properties: { id } };
		const operation = { operationId: "createBook", ...respond(schema) };
		const paths = { "/books": { post: operation } };
		const file = await write({ "api.json": { ...withOperation({}), paths } });
		const mock = createMock({ document: await loadDocument(file) });
		await mock.control.setState({
			books: ids.map((each) => ({ id: each })),
		} as never);
		const create = async () => {
			const request = new Request("http://books.test/books", {
				method: "POST",
			});
			return (await mock.fetch(request)).json();
		};
		expect([await create(), await create()]).toEqual(
			next.map((each) => ({ id: each })),
		);
	},
);

describe("a create operation is refused with a remedy", () => {
	const create = (properties: object, others: object) => ({
		openapi: "3.1.0",
		paths: {
			"/books": {
				post: {
					operationId: "createBook",
					"x-audit": { action: "created" },
					...respond({ type: "object", properties }),
					...others,
				},
			},
		},
	});
	const id = { id: { type: "integer", "x-role": "book.id" } };
	const location = (template: string) => ({
		responses: {
			"201": {
				...respond({ type: "object", properties: id }).responses["200"],
				headers: { Location: { "x-template": template } },
			},
		},
	});
	test.each([
		[
			"without an id",
			create({}, {}),
			/createBook has x-audit, but its behavior is example, which writes no record.* needs x-role: <any>\.id/,
		],
		[
			"with an unknown placeholder",
			create(id, location("/books/{book_id}")),
			/x-template of the header Location of createBook has \{book_id\}, .* Use one of id/,
		],
	])("%s", async (_, content, message) => {
		const file = await write({ "api.json": content });
		await expect(loadDocument(file)).rejects.toThrow(message);
	});
});

test("two pages with the same records say what was asked for", async () => {
	const page = {
		type: "object",
		required: ["data"],
		properties: {
			data: {
				...{ type: "array", "x-role": "page.items" },
				items: { type: "object", properties: { id: { "x-role": "book.id" } } },
			},
			number: { type: "integer", "x-role": "page.page" },
		},
	};
	const number = {
		...{ name: "number", in: "query", "x-role": "query.page" },
		schema: { type: "integer", minimum: 1 },
	};
	const operation = { parameters: [number], ...respond(page) };
	const file = await write({ "api.json": withOperation(operation) });
	const { service } = await loadDocument(file);
	const [{ handle } = { handle: undefined }] = service.operations;
	const records = { items: [{ id: "a" }], nextCursor: null };
	const state = { page: async () => records } as never;
	const read = (number: number) =>
		handle?.({
			query: { number },
			body: undefined,
			path: {},
			request: { header: () => null },
			state,
		});
	// Before the first page there is nothing to skip, either.
	for (const number of [1, 0, 1])
		expect(await read(number)).toMatchObject({
			body: { data: [{ id: "a" }], number },
		});
});

describe("a record", () => {
	const properties = {
		id: { type: "integer", "x-role": "book.id" },
		title: { type: "string", "x-role": "book.title" },
		note: { "x-role": "book.note" },
		at: { type: "string", format: "date-time", "x-role": "book.createdAt" },
	};
	const book = { type: "object", required: ["id", "title"], properties };
	const request = {
		content: {
			"application/json": {
				schema: {
					type: "object",
					properties: { title: properties.title, note: properties.note },
				},
			},
		},
	};
	const page = {
		type: "object",
		properties: {
			data: { type: "array", "x-role": "page.items", items: book },
		},
	};
	const open = async () => {
		const post = {
			operationId: "createBook",
			requestBody: request,
			...respond(book),
		};
		const get = { operationId: "listBooks", ...respond(page) };
		const content = { openapi: "3.1.0", paths: { "/books": { get, post } } };
		const file = await write({ "api.json": content });
		return createMock({ dataset: "empty", document: await loadDocument(file) });
	};

	test("that is added by hand has what it is given, and what is missing is not made up", async () => {
		const { control } = await open();
		const at = "2020-01-01T00:00:00Z";
		const given = { title: "Emma", at };
		expect(await control.addRecord("books" as never, given as never)).toEqual({
			id: 1,
			...given,
		});
		await expect(
			control.addRecord("books" as never, { at } as never),
		).rejects.toThrow("/title is required");
	});

	test("keeps null where any value is allowed", async () => {
		const mock = await open();
		const body = JSON.stringify({ title: "Emma", note: null });
		const headers = { "content-type": "application/json" };
		const response = await mock.fetch(
			new Request("http://books.test/books", { method: "POST", headers, body }),
		);
		expect(await response.json()).toMatchObject({ title: "Emma", note: null });
	});
});
